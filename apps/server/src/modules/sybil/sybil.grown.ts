import type { Tx } from '@btbc/database/database.ts'
import type { SybilGroup } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { findPending } from '#modules/review/index.ts'

import type { scoreOf } from './score.ts'
import { rewardHold, subjectOf } from './sybil.hold.ts'

/**
 * Groups that grow. Two operators held those who were there: whoever joins a group on hold later is not
 * held by that, and is a group of their own at the desk until somebody has decided about them, too.
 */

/** A group that was dismissed is shown again when it has grown by half. */
const GROWN = { by: 3, over: 2 }

type Group = Selectable<SybilGroup>

type Look = {
  held: Group
  /** All who have it in common now. */
  ids: readonly number[]
  looks: ReturnType<typeof scoreOf>
  now: Date
}

export async function lookAtGrown(tx: Tx, { held, ids, looks, now }: Look): Promise<void> {
  const grown = await tx
    .selectFrom('sybil_group')
    .selectAll()
    .where('grown_of', '=', held.id)
    .orderBy('id')
    .execute()
  const open = grown.find(({ state }) => state === 'found')
  if (open && (await isProposed(tx, open.id, now))) return
  const decided = [held, ...grown.filter((each) => each !== open)].map(({ id }) => id)
  const joined = await notAmong(tx, ids, decided)
  const last = grown.findLast(({ state }) => state !== 'found')
  if (joined.length === 0) return
  if (!open && last?.state === 'dismissed' && !hasGrown(last, last.size + joined.length)) return
  const { score, reasons } = looks
  const { id } = await tx
    .insertInto('sybil_group')
    .values({
      seed: open?.seed ?? `${held.seed}+${grown.length + 1}`,
      grown_of: held.id,
      found_at: now,
      looked_at: now,
      score,
      size: joined.length,
      counted: ids.length,
      reasons: JSON.stringify(reasons),
    })
    .onConflict((conflict) =>
      conflict.column('seed').doUpdateSet((row) => ({
        looked_at: now,
        score,
        size: row.ref('excluded.size'),
        counted: row.ref('excluded.counted'),
        reasons: row.ref('excluded.reasons'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await setMembers(tx, id, joined)
}

export function hasGrown({ dismissed_size: before }: Group, size: number): boolean {
  return size * GROWN.over >= (before ?? 0) * GROWN.by
}

/** It stays as it was proposed: who joins it meanwhile saves nobody from being held. */
export async function isProposed(tx: Tx, id: number, now: Date): Promise<boolean> {
  return (
    (await findPending(tx, { kind: rewardHold.kind, subject: subjectOf(id), now })) !== undefined
  )
}

export async function setMembers(tx: Tx, id: number, memberIds: readonly number[]): Promise<void> {
  await sql`delete from sybil_member
    where group_id = ${id} and member_id <> all (${memberIds}::integer[])`.execute(tx)
  await sql`insert into sybil_member (group_id, member_id)
    select ${id}, unnest(${memberIds}::integer[]) on conflict do nothing`.execute(tx)
}

/** Those whom none of these groups has. */
async function notAmong(
  tx: Tx,
  memberIds: readonly number[],
  groups: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${memberIds}::integer[]) joined (id)
    where not exists (select from sybil_member
      where member_id = joined.id and group_id = any (${groups}::integer[]))
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}
