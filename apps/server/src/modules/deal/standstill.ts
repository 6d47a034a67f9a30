import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { Sweep } from '#platform/jobs.ts'

/**
 * The deadlines of deals stand still while the house does: nobody can pay, confirm or answer then. At
 * work it writes down when it was last seen; a start moves every running deal on by how long that is ago.
 */

/** The other servers of the house are seen at least this often. */
const SEEN_MS = 5000

export const beat: Sweep = {
  name: 'say that the house is at work',
  async run(tx, { now }) {
    await see(tx, now)
    return 0
  },
}

async function see(tx: Tx, now: Date): Promise<void> {
  await sql`
    insert into heartbeat (beat_at) values (${now})
    on conflict (is_only) do update set beat_at = excluded.beat_at
    where heartbeat.beat_at < excluded.beat_at`.execute(tx)
}

/** Before the first call of a start, so that nobody is told that a time is over which stood still. */
export async function makeUpForStandstill(db: Db, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Of servers that start together one moves the deadlines.
    const last = await tx.selectFrom('heartbeat').select('beat_at').forUpdate().executeTakeFirst()
    const stood = last ? now.getTime() - last.beat_at.getTime() : 0
    if (stood > SEEN_MS) {
      await sql`
        update deal set due_at = due_at + ${stood} * interval '1 millisecond',
          turn_at = turn_at + ${stood} * interval '1 millisecond'
        where closed_at is null`.execute(tx)
    }
    await see(tx, now)
  })
}
