import type { Db } from '@btbc/database/database.ts'

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

/** Moves it by so much, whoever else moves it at this moment, and the clock of this server with it. */
export async function advanceClock(db: Db, clock: Clock, ms: number): Promise<void> {
  const { offset_ms: offsetMs } = await db
    .updateTable('business_clock')
    .set((row) => ({ offset_ms: row('offset_ms', '+', BigInt(ms)) }))
    .returning('offset_ms')
    .executeTakeFirstOrThrow()
  clock.moveTo(Number(offsetMs))
}

/** What another server has moved, this one follows. */
export function followClock(clock: Clock): Chore {
  return { name: 'business clock', run: async (db) => clock.moveTo(await readOffset(db)) }
}
