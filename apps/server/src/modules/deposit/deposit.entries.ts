import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** A transfer to a member's address, as the books know it. */
export type Arrival = {
  id: number
  memberId: number
  currency: CurrencyId
  amount: bigint
  txHash: string
}

/** It is on the chain for good: custody has more, and nobody is owed it yet. */
export function depositSeen(deposit: Arrival, now: Date): Entry {
  const { currency, amount } = deposit
  return {
    key: `deposit:${deposit.id}:seen`,
    kind: 'deposit.seen',
    at: now,
    note: { hash: deposit.txHash },
    moves: [
      { from: houseAccount('chain', currency), to: houseAccount('suspense', currency), amount },
    ],
  }
}

/** It counts: it is the member's. */
export function depositCredited(deposit: Arrival, now: Date): Entry {
  const { memberId, currency, amount } = deposit
  return {
    key: `deposit:${deposit.id}:credited`,
    kind: 'deposit.credited',
    at: now,
    memberId,
    note: { hash: deposit.txHash, order_no: `D${deposit.id}` },
    moves: [
      {
        from: houseAccount('suspense', currency),
        to: memberAccount(memberId, 'change', currency),
        amount,
      },
    ],
  }
}
