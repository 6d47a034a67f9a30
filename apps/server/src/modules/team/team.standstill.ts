import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/**
 * Nobody could mine while the house stood still. There are as many promises as members who have not
 * mined yet, so none is moved when it stands still: each knows how long the house had stood by then, and
 * is moved on when it would lapse.
 */

/** How long the house has stood still in all, for a statement. */
export const STOOD_MS = 'coalesce((select stood_ms from heartbeat), 0)'

/** Moves those on during which the house stood still; answers the others, which lapse. */
export async function moveLapses<Due extends { invitee_id: number }>(
  tx: Tx,
  due: readonly Due[],
): Promise<Due[]> {
  const ids = due.map(({ invitee_id: id }) => id)
  const { rows } = await sql<{ id: number }>`
    update referral set lapses_at = lapses_at + (house.stood_ms - referral.stood_ms) * interval '1 millisecond',
      stood_ms = house.stood_ms
    from heartbeat house
    where invitee_id = any (${ids}::integer[]) and referral.stood_ms < house.stood_ms
    returning invitee_id as id`.execute(tx)
  const moved = new Set(rows.map(({ id }) => id))
  return due.filter(({ invitee_id: id }) => !moved.has(id))
}
