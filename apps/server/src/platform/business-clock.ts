import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { Clock } from './clock.ts'
import type { Chore } from './jobs.ts'

/** How far the time machine has moved business time: the same for all servers on one database. */

export async function readOffset(db: Db): Promise<number> {
  const { offset_ms: offsetMs } = await db
    .selectFrom('business_clock')
    .select('offset_ms')
    .executeTakeFirstOrThrow()
  return Number(offsetMs)
}

/**
 * Moves it by so much, whoever else moves it at this moment, and the clock of this server with it. Calls
 * that still run by the time before post no earlier than `moved_at`.
 */
export async function advanceClock(db: Db, clock: Clock, ms: number): Promise<void> {
  const { offset_ms: offsetMs } = await db
    .updateTable('business_clock')
    .set((row) => ({
      offset_ms: row('offset_ms', '+', BigInt(ms)),
      moved_at: sql<Date>`${clock.wallNow()}::timestamptz
        + (offset_ms + ${ms}) * interval '1 millisecond'`,
    }))
    .returning('offset_ms')
    .executeTakeFirstOrThrow()
  clock.moveTo(Number(offsetMs))
}

/** What another server has moved, this one follows. */
export function followClock(clock: Clock): Chore {
  return { name: 'business clock', run: async (db) => clock.moveTo(await readOffset(db)) }
}
