import { createHash } from 'node:crypto'

import { PICTURES_PER_DAY } from '@btbc/contract/article-rules.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { listPictures as listPicturesCall } from '@btbc/contract/operator/picture.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { redrawPlain } from '#modules/upload/index.ts'
import { DAY_MS } from '#platform/durations.ts'

/**
 * Pictures of articles and banners. What was sent is decoded and redrawn in a process of its own, as
 * pictures of members are; what is kept is what came out, in the database with the texts that name it.
 */

const NAME_DIGITS = 32

type Picture = { name: string; bytes: Buffer }

/** Takes its time, and no transaction. Its name follows from its bytes, so it never changes. */
export async function drawPicture(base64: string): Promise<Picture> {
  const bytes = await redrawPlain(Buffer.from(base64, 'base64'))
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, NAME_DIGITS)
  return { name: `picture-${digest}.jpg`, bytes }
}

export async function addPicture(
  tx: Tx,
  { picture, operatorId, now }: { picture: Picture; operatorId: number; now: Date },
): Promise<{ address: string }> {
  const { sent } = await tx
    .selectFrom('article_picture')
    .select((row) => row.fn.countAll<bigint>().as('sent'))
    .where('operator_id', '=', operatorId)
    .where('added_at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (sent >= BigInt(PICTURES_PER_DAY)) {
    throw new Refusal('upload_limit', { limit: PICTURES_PER_DAY })
  }
  await tx
    .insertInto('article_picture')
    .values({ ...picture, operator_id: operatorId, added_at: now, named_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ named_at: now }))
    .execute()
  return { address: addressOf(picture) }
}

export async function listPictures(
  tx: Tx,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<Response<typeof listPicturesCall>> {
  const rows = await tx
    .selectFrom('article_picture as picture')
    .innerJoin('operator', 'operator.id', 'picture.operator_id')
    .select(['picture.id', 'picture.name', 'operator_id', 'operator.name as by', 'added_at'])
    .$if(before !== undefined, (query) => query.where('picture.id', '<', before ?? 0))
    .orderBy('picture.id', 'desc')
    .limit(limit + 1)
    .execute()
  const page = rows.slice(0, limit)
  return {
    list: page.map((row) => ({
      id: row.id,
      address: addressOf(row),
      added_by: { id: row.operator_id, name: row.by },
      added_at: row.added_at,
    })),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

const NAMED = /picture-[0-9a-f]{32}\.jpg/g
const NAME = new RegExp(`^${NAMED.source}$`)

/**
 * Keeps the pictures that a text or an address names while they are saved with it: what is being deleted
 * meanwhile is waited for, and refused.
 */
export async function keepPictures(tx: Tx, naming: string, now: Date): Promise<void> {
  const names = [...new Set(naming.match(NAMED))].toSorted()
  for (const name of names) {
    const { numUpdatedRows: kept } = await tx
      .updateTable('article_picture')
      .set({ named_at: now })
      .where('name', '=', name)
      .executeTakeFirst()
    if (kept === 0n) throw new Refusal('article_picture', { address: addressOf({ name }) })
  }
}

export async function findPicture(db: Db, name: string): Promise<Buffer> {
  if (!NAME.test(name)) throw new Refusal('not_found')
  const picture = await db
    .selectFrom('article_picture')
    .select('bytes')
    .where('name', '=', name)
    .executeTakeFirst()
  if (!picture) throw new Refusal('not_found')
  return picture.bytes
}

function addressOf({ name }: { name: string }): string {
  return `/media/${name}`
}
