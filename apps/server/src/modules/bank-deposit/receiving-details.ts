import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'

import { luhnDigit } from '#platform/luhn.ts'

/**
 * Where a member would send money, were there any: an account that no bank has. Nobody types these
 * details in; they follow from the member's number, and the check digit of the account is wrong, so
 * that no bank would take it (house rule 8).
 */

const DIGITS = 15
/** Spreads neighbouring members over the numbers there are. */
const SPREAD = 7_368_787n

export type ReceivingDetails = { bank: string; holder: string; account: string; reference: string }

export function receivingDetails(
  member: { id: number; accountNumber: string },
  language: Language,
): ReceivingDetails {
  const body = String((BigInt(member.id) * SPREAD) % 10n ** BigInt(DIGITS)).padStart(DIGITS, '0')
  const wrong = (luhnDigit(body) + 5) % 10
  return {
    bank: say(language, 'remarks', 'test_bank'),
    holder: 'BTBC TEST ACCOUNT',
    account: `TEST ${`${body}${wrong}`.replaceAll(/(.{4})(?=.)/g, '$1 ')}`,
    reference: `TEST-${member.accountNumber}`,
  }
}
