import { houseAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/** What a transaction of the house burnt; mined is paid, whether or not it did what it should. */
export function gasPaid(mined: { hash: string; units: bigint; purpose: string; now: Date }): Entry {
  return {
    key: `gas:${mined.hash}`,
    kind: 'gas.paid',
    at: mined.now,
    note: { hash: mined.hash, purpose: mined.purpose },
    moves: [
      {
        from: houseAccount('gas', currencies.BNB.id),
        to: houseAccount('chain', currencies.BNB.id),
        amount: mined.units,
      },
    ],
  }
}

/** The treasury pays for it, and the fees what it lacks: once for what is owed at a block. */
export function gasCovered(paid: {
  block: bigint
  owed: bigint
  fromTreasury: bigint
  fromFees: bigint
  now: Date
}): Entry {
  const { id } = currencies.BNB
  const to = houseAccount('gas', id)
  const moves = [
    { from: houseAccount('pool:treasury', id), to, amount: paid.fromTreasury },
    { from: houseAccount('fees', id), to, amount: paid.fromFees },
  ]
  return {
    key: `gas.covered:${paid.block}:${paid.owed}`,
    kind: 'gas.covered',
    at: paid.now,
    moves: moves.filter(({ amount }) => amount > 0n),
  }
}
