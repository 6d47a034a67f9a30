import { houseAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

import { gasCovered } from './chain.entries.ts'
import { fence } from './lease.ts'
import type { SignerTurn } from './signer-turn.ts'

const { BNB } = currencies

/**
 * The treasury pays for the gas that was burnt, and the fees what it lacks, as far as they can: custody
 * has burnt it, and what is owed or on its way must not pay for it. What is final is written down without
 * asking them first: a house without BNB holds up nothing.
 */
export async function coverGas({ db, lease, head, now }: SignerTurn): Promise<void> {
  const owed = -(await balanceOf(db, houseAccount('gas', BNB.id))).available
  if (owed <= 0n) return
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    const treasury = await balanceOf(tx, houseAccount('pool:treasury', BNB.id))
    const fees = await balanceOf(tx, houseAccount('fees', BNB.id))
    const fromTreasury = least(treasury.available, owed)
    const fromFees = least(fees.available, owed - fromTreasury)
    if (fromTreasury + fromFees === 0n) return
    await post(tx, gasCovered({ block: head.final, owed, fromTreasury, fromFees, now }))
  })
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
