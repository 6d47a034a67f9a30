import { memberAccount, type Wallet } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

/** A member's coins go from one of their wallets to another. */
export function ownTransfer(
  transfer: {
    id: string
    memberId: number
    from: Wallet
    to: Wallet
    currency: CurrencyId
    amount: bigint
  },
  now: Date,
): Entry {
  const { id, memberId, from, to, currency, amount } = transfer
  return {
    key: `transfer:${id}`,
    kind: 'transfer.own',
    at: now,
    memberId,
    note: { from, to },
    moves: [
      {
        from: memberAccount(memberId, from, currency),
        to: memberAccount(memberId, to, currency),
        amount,
      },
    ],
  }
}
