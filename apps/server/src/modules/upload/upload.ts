import { createHash } from 'node:crypto'

import { Refusal } from '@btbc/contract/refusals.ts'
import { UPLOAD_ID, type UploadPurpose, UPLOADS_PER_DAY } from '@btbc/contract/upload.ts'
import type { Db, Tx } from '@btbc/database/database.ts'

import { DAY_MS } from '#platform/durations.ts'
import { seal, sealingKey, unseal } from '#platform/sealing.ts'

import type { UploadFiles } from './files.ts'
import { redraw } from './picture.ts'

/** Pictures of members: kept sealed, shown to their owner, used once. */

const UNUSED_MS = DAY_MS
const ID_BYTES = 24
const FILE_BYTES = 16
const KEY_BYTES = 32

/** A picture that lies in its file, and nowhere yet in the books of this house. */
export type WrittenPicture = { file: string; sealedKey: Buffer; bytes: number; digest: Buffer }

/** Redraws, stamps, seals and writes what was sent. It holds no transaction: pictures take their time. */
export async function writePicture(
  db: Db,
  parts: {
    memberId: number
    sent: Buffer
    files: UploadFiles
    random: (bytes: number) => Buffer
  },
): Promise<WrittenPicture> {
  const { memberId, sent, files, random } = parts
  const picture = await redraw(sent, memberId)
  const key = random(KEY_BYTES)
  const file = random(FILE_BYTES).toString('hex')
  const sealedKey = seal(await sealingKey(db, 'upload keys'), key, random)
  await files.write(file, seal(key, picture, random))
  const digest = createHash('sha256').update(picture).digest()
  return { file, sealedKey, bytes: picture.length, digest }
}

type NewUpload = {
  memberId: number
  /** Undefined from clients that do not say; it is fixed when the picture is used. */
  purpose: UploadPurpose | undefined
  picture: WrittenPicture
  random: (bytes: number) => Buffer
  now: Date
  wallNow: Date
}

/** Takes the picture into the books and answers its id. Nobody sends more than so many a day. */
export async function addUpload(tx: Tx, upload: NewUpload): Promise<string> {
  const { memberId, picture, random, now, wallNow } = upload
  // The row of the member stands for the number of its pictures: two requests count one after the other.
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forUpdate().execute()
  await refuseTooMany(tx, { memberId, wallNow })
  const id = random(ID_BYTES).toString('base64url')
  await tx
    .insertInto('upload')
    .values({
      id,
      member_id: memberId,
      purpose: upload.purpose ?? null,
      file: picture.file,
      sealed_key: picture.sealedKey,
      bytes: picture.bytes,
      digest: picture.digest,
      sent_at: wallNow,
      created_at: now,
      delete_at: new Date(now.getTime() + UNUSED_MS),
    })
    .execute()
  return id
}

/** A picture that nothing could be drawn of took as much time as others, and counts as one that was sent. */
export async function countUnreadable(
  tx: Tx,
  unreadable: {
    memberId: number
    bytes: number
    random: (bytes: number) => Buffer
    now: Date
    wallNow: Date
  },
): Promise<void> {
  const { memberId, bytes, random, now, wallNow } = unreadable
  await tx
    .insertInto('upload')
    .values({
      id: random(ID_BYTES).toString('base64url'),
      member_id: memberId,
      file: random(FILE_BYTES).toString('hex'),
      bytes,
      sent_at: wallNow,
      created_at: now,
      delete_at: now,
      deleted_at: now,
    })
    .execute()
}

/** Refuses a member who has sent a day's worth of pictures. */
export async function refuseTooMany(
  database: Db | Tx,
  { memberId, wallNow }: { memberId: number; wallNow: Date },
): Promise<void> {
  const { sent } = await database
    .selectFrom('upload')
    .select((row) => row.fn.countAll<bigint>().as('sent'))
    .where('member_id', '=', memberId)
    .where('sent_at', '>', new Date(wallNow.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (sent >= BigInt(UPLOADS_PER_DAY)) {
    throw new Refusal('upload_limit', { limit: UPLOADS_PER_DAY })
  }
}

/**
 * Marks a picture as used for what it was sent for. A picture of somebody else, one that was used
 * already, is for something else or does not exist is refused alike. Answers its fingerprint.
 */
export async function takeUpload(
  tx: Tx,
  {
    memberId,
    id,
    purpose,
    now,
  }: { memberId: number; id: string; purpose: UploadPurpose; now: Date },
): Promise<{ digest: Buffer | null }> {
  const taken = await tx
    .updateTable('upload')
    .set({
      purpose,
      used_at: now,
      // Those of an identity stay until it is decided; of others it is found out when they may go.
      delete_at: purpose === 'identity' ? null : now,
    })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('delete_at', '>', now)
    .where((either) => either.or([either('purpose', '=', purpose), either('purpose', 'is', null)]))
    .returning('digest')
    .executeTakeFirst()
  if (!taken) throw new Refusal('upload_not_found')
  return taken
}

type Sealed = { file: string; sealed_key: Buffer | null }

/** The picture, for the member who sent it. */
export async function openOwnUpload(
  db: Db,
  { files, id, memberId }: { files: UploadFiles; id: string; memberId: number },
): Promise<Buffer> {
  if (!UPLOAD_ID.test(id)) throw new Refusal('upload_not_found')
  const own = await db
    .selectFrom('upload')
    .select(['file', 'sealed_key'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const bytes = await openSealed(db, files, own)
  if (!bytes) throw new Refusal('upload_not_found')
  return bytes
}

/**
 * The picture, for whoever may see what it was used for: the caller knows, and logs what operators view. They
 * are not those who could send it again.
 */
export async function openUpload(
  db: Db | Tx,
  { files, id }: { files: UploadFiles; id: string },
): Promise<Buffer> {
  if (!UPLOAD_ID.test(id)) throw new Refusal('picture_not_found')
  const found = await db
    .selectFrom('upload')
    .select(['file', 'sealed_key'])
    .where('id', '=', id)
    .executeTakeFirst()
  const bytes = await openSealed(db, files, found)
  if (!bytes) throw new Refusal('picture_not_found')
  return bytes
}

async function openSealed(
  db: Db | Tx,
  files: UploadFiles,
  row: Sealed | undefined,
): Promise<Buffer | undefined> {
  const sealed = row?.sealed_key ? await files.read(row.file) : undefined
  if (!row?.sealed_key || sealed === undefined) return undefined
  return unseal(unseal(await sealingKey(db, 'upload keys'), row.sealed_key), sealed)
}
