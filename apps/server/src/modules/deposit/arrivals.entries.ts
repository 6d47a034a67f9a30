import { houseAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** Strangers have sent it to the house: custody has more, and nobody is owed it. */
export function arrivalsBooked(
  arrivals: { currency: CurrencyId; amount: bigint; through: number },
  now: Date,
): Entry {
  const { currency, amount, through } = arrivals
  return {
    key: `arrival:${through}:booked`,
    kind: 'arrival.booked',
    at: now,
    note: { through },
    moves: [
      { from: houseAccount('chain', currency), to: houseAccount('suspense', currency), amount },
    ],
  }
}
