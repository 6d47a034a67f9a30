import type { Tx } from '@btbc/database/database.ts'

import type { Sweep } from '#platform/jobs.ts'

import { endDeal } from './deal.end.ts'
import { countDeals } from './deal.figures.ts'
import { openDispute } from './deal.turns.ts'
import { answerByItself, stockAgain } from './simulated-seller.ts'

/** What time does to deals. */

const BATCH = 50

export const dealSweeps: readonly Sweep[] = [
  // First who answers by itself: where time jumped, it would have been in time.
  answerByItself,
  stockAgain,
  { name: 'deals whose time is over', run: endTurns },
  countDeals,
]

/** Not paid in time is cancelled; paid and not confirmed is for operators. */
async function endTurns(tx: Tx, { now, wallNow }: { now: Date; wallNow: Date }): Promise<number> {
  const due = await tx
    .selectFrom('deal')
    .selectAll()
    .where('state', 'in', ['open', 'paid'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const row of due) {
    if (row.state === 'paid') await openDispute(tx, row, { by: null, now, wallNow })
    else {
      const reason = { code: 'deal_unpaid' } as const
      const end = { event: 'lapse', toBuyer: 0n, reason, isMisuse: true } as const
      await endDeal(tx, row, { ...end, now, wallNow })
    }
  }
  return due.length
}
