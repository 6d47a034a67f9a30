import type { UploadPurpose } from '@btbc/contract/upload.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'

import type { UploadFiles } from './files.ts'

/**
 * Which pictures of members go, and when: what nobody used after a day, what was used so long after the
 * end of what it belongs to. Each purpose says once how that end is found, and nobody who ends something
 * has to think of its pictures.
 */

const BATCH = 100
/** What goes on is asked again so much later. */
const ASKED_AGAIN_MS = DAY_MS

export type KeptPictures = {
  purpose: UploadPurpose
  /** From the end of what they belong to. */
  keepMs: number
  /** When what each of these pictures belongs to ended: null while it goes on. */
  endOf: (ids: readonly string[]) => RawBuilder<PictureEnd>
}
type PictureEnd = { id: string; ended_at: Date | null }

type Due = { id: string; file: string; purpose: string | null; used_at: Date | null }

/** Removes file and key of pictures that are due. A file that is gone already does no harm. */
export async function deleteDueUploads(
  tx: Tx,
  { files, kept, now }: { files: UploadFiles; kept: readonly KeptPictures[]; now: Date },
): Promise<number> {
  const due = await tx
    .selectFrom('upload')
    .select(['id', 'file', 'purpose', 'used_at'])
    .where('delete_at', '<=', now)
    .where('deleted_at', 'is', null)
    .orderBy('delete_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  const later = new Map<string, Date>()
  for (const rule of kept) await addNeeded(tx, later, { due, rule, now })
  await postpone(tx, later)
  const gone = due.filter(({ id }) => !later.has(id))
  for (const { file } of gone) await files.remove(file)
  if (gone.length > 0) {
    await tx
      .updateTable('upload')
      .set({ sealed_key: null, deleted_at: now })
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  }
  return due.length
}

/** Of those that a rule is about, until when each is still needed. */
async function addNeeded(
  tx: Tx,
  later: Map<string, Date>,
  { due, rule, now }: { due: readonly Due[]; rule: KeptPictures; now: Date },
): Promise<void> {
  const used = due.filter(({ purpose, used_at: at }) => purpose === rule.purpose && at !== null)
  if (used.length === 0) return
  const { rows } = await rule.endOf(used.map(({ id }) => id)).execute(tx)
  const ends = new Map(rows.map((row) => [row.id, row.ended_at]))
  for (const { id, used_at: usedAt } of used) {
    const end = ends.get(id)
    const until =
      end === null ? now.getTime() + ASKED_AGAIN_MS : Number(end ?? usedAt) + rule.keepMs
    if (until > now.getTime()) later.set(id, new Date(until))
  }
}

async function postpone(tx: Tx, later: ReadonlyMap<string, Date>): Promise<void> {
  if (later.size === 0) return
  await sql`update upload set delete_at = one.at
    from unnest(${[...later.keys()]}::text[], ${[...later.values()]}::timestamptz[]) as one (id, at)
    where upload.id = one.id`.execute(tx)
}

/** Says when pictures in use are no longer needed. */
export async function deleteUploadsAt(
  tx: Tx,
  { memberId, ids, at }: { memberId: number; ids: readonly string[]; at: Date },
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ delete_at: at })
    .where('id', 'in', ids)
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute()
}

/** Removes files that no row knows: a server that died between the two left them behind. */
export async function removeStrayFiles(
  db: Db,
  { files, before }: { files: UploadFiles; before: Date },
): Promise<number> {
  let removed = 0
  for (const name of await files.listBefore(before)) {
    const known = await db
      .selectFrom('upload')
      .select('id')
      .where('file', '=', name)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (known) continue
    await files.remove(name)
    removed += 1
  }
  return removed
}
