import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

/** The price is paid and the income of the whole cycle is set aside, together or not at all. */
export function machineBought(
  machine: {
    id: number
    memberId: number
    currency: CurrencyId
    price: bigint
    incomePerDay: bigint
    days: number
  },
  now: Date,
): Entry {
  const { BTBC } = currencies
  return {
    key: `machine:${machine.id}:bought`,
    kind: 'machine.bought',
    at: now,
    memberId: machine.memberId,
    moves: [
      {
        from: memberAccount(machine.memberId, 'change', machine.currency),
        to: houseAccount('fees', machine.currency),
        amount: machine.price,
      },
      {
        from: houseAccount('pool:mining', BTBC.id),
        to: houseAccount('reserve:machine', BTBC.id),
        amount: machine.incomePerDay * BigInt(machine.days),
      },
    ],
  }
}
