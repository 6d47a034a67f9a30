import type { Tx } from '@btbc/database/database.ts'

import { HOUR_MS } from '#platform/durations.ts'
import type { Stood } from '#platform/heartbeat.ts'

/** Shorter, it leaves the rest of each day. */
const PAUSE_MS = HOUR_MS

/**
 * Nobody could check in while the house stood still. A day is one of the calendar and is not moved: it is
 * written down that those which ended meanwhile break no row.
 */
export async function pointsStandStill(tx: Tx, { since, ms }: Stood): Promise<void> {
  if (ms < PAUSE_MS) return
  const until = new Date(since.getTime() + ms)
  await tx
    .insertInto('check_in_pause')
    .values({ since, until })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
