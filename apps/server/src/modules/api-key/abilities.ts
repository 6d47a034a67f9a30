import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'

/** What a mail about a new key says it can do. */
export function abilitiesIn(
  language: Language,
  key: { mayTrade: boolean; mayWithdraw: boolean; addresses: readonly string[] },
): string {
  const parts = [
    say(language, 'security', 'key.read'),
    ...(key.mayTrade ? [say(language, 'security', 'key.trade')] : []),
    ...(key.mayWithdraw ? [say(language, 'security', 'key.withdraw')] : []),
    ...(key.addresses.length > 0
      ? [say(language, 'security', 'key.only', { addresses: key.addresses.join(', ') })]
      : []),
  ]
  return parts.join('; ')
}
