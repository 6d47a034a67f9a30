import type { Payee, PayWay } from '@btbc/contract/payee.ts'
import { say } from '@btbc/contract/texts.ts'
import type { Language } from '@btbc/contract/wire.ts'

import { luhnDigit } from '#platform/luhn.ts'

/**
 * Details of a seller that nobody outside would take: every name begins with TEST, the check digit of
 * a card is wrong, and the mail address is of a domain that nobody can have (house rule 8).
 */

const HOLDERS = ['Lin', 'Mei', 'Ravi', 'Noor', 'Ines', 'Paulo', 'Hana', 'Joon'] as const
const FAMILIES = ['Muster', 'Sample', 'Beispiel', 'Ejemplo', 'Modelo', 'Esempio'] as const
/** No issuer's numbers begin so. */
const CARD_PREFIX = '999999'
const CARD_DIGITS = 9
const ACCOUNT_DIGITS = 8

export type Made = { account: string; holder: string }

/** Made once for a member and a way, from chance. */
export function makeDetails(way: PayWay, random: (bytes: number) => Buffer): Made {
  const chance = random(8)
  const digits = (count: number) =>
    String(chance.readBigUInt64BE() % 10n ** BigInt(count)).padStart(count, '0')
  return {
    account: accountOf(way, digits(way === 'bank' ? CARD_DIGITS : ACCOUNT_DIGITS)),
    holder: `TEST ${HOLDERS[(chance[0] ?? 0) % HOLDERS.length]} ${FAMILIES[(chance[1] ?? 0) % FAMILIES.length]}`,
  }
}

function accountOf(way: PayWay, digits: string): string {
  switch (way) {
    case 'alipay':
      return `TEST-${digits}@pay.example`
    case 'wechat':
      return `TEST_wx_${digits}`
    case 'bank': {
      const body = `${CARD_PREFIX}${digits}`
      return `TEST${body}${(luhnDigit(body) + 5) % 10}`
    }
  }
}

/** All there is to say about a way, from what was made for it. */
export function describePayee(
  { way, account, holder }: Made & { way: PayWay },
  language: Language,
): Payee {
  if (way !== 'bank') return { way, account, holder, qr: `TEST-PAYMENT:${way}:${account}` }
  return {
    way,
    account,
    holder,
    bank: say(language, 'remarks', 'test_bank'),
    branch: `TEST branch ${account.slice(-3)}`,
    area: 'TEST area',
    address: 'TEST street 1',
  }
}

/** That there are details, and nothing of them. */
export function mask({ way, ...details }: Payee): Payee {
  const hidden = Object.keys(details).map((name) => [name, 'TEST•••'])
  return { way, ...(Object.fromEntries(hidden) as Omit<Payee, 'way'>) }
}
