import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

import { gasCovered } from './chain.entries.ts'
import { fence } from './lease.ts'
import type { SignerTurn } from './signer-turn.ts'

const { BNB } = currencies

/**
 * The treasury pays for the gas that was burnt, as far as it can. What is final is written down
 * without asking it first: a treasury that is empty holds up nothing.
 */
export async function coverGas({ db, lease, head, now }: SignerTurn): Promise<void> {
  const owed = -(await balanceOf(db, houseAccount('gas', BNB.id))).available
  if (owed <= 0n) return
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    const { available } = await balanceOf(tx, houseAccount('pool:treasury', BNB.id))
    const units = available < owed ? available : owed
    if (units > 0n) await post(tx, gasCovered({ block: head.final, owed, units, now }))
  })
}
