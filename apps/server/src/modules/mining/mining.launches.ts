import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

import { launchesBought } from './mining.entries.ts'

/** Launches: the credits that start a run. */

async function countLaunches(tx: Tx, memberId: number): Promise<number> {
  const { LAUNCH } = currencies
  const { available } = await balanceOf(tx, memberAccount(memberId, 'launches', LAUNCH.id))
  return Number(available)
}

export async function buyLaunches(
  tx: Tx,
  request: { memberId: number; times: number; now: Date; id: string },
): Promise<{ free_times: number }> {
  await post(tx, launchesBought(request))
  return { free_times: await countLaunches(tx, request.memberId) }
}
