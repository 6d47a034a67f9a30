import { createHmac, timingSafeEqual } from 'node:crypto'

import type { Db, Tx } from '@btbc/database/database.ts'

import { MINUTE_MS } from '#platform/durations.ts'
import { drawText } from '#platform/random-text.ts'
import { readSecret } from '#platform/secrets.ts'

/** A picture with characters to type: one picture, one answer, one try. */

const LIFE_MS = 5 * MINUTE_MS
const LETTERS = '23456789ABCDEFGHJKLNPRSTUVXYZ'
const LENGTH = 5
/** Twice the size it is shown in; dark on white, which anybody can read. */
const STYLE = { width: 300, height: 100, fontSize: 100, noise: 3, color: false }

/** The package's own types leave out that it is a function, which draws a text that is given. */
type DrawSvg = (text: string, style: typeof STYLE) => string

/** Draws a new picture as PNG. */
export async function drawCaptcha(
  random: (bytes: number) => Buffer,
): Promise<{ answer: string; png: Buffer }> {
  const { default: sharp } = await import('sharp')
  const { default: captcha } = await import('svg-captcha')
  const answer = drawText(random, LETTERS, LENGTH)
  const svg = (captcha as unknown as DrawSvg)(answer, STYLE)
  return { answer, png: await sharp(Buffer.from(svg)).png().toBuffer() }
}

/** Keeps the answer for the client's nonce `t`; an earlier picture for it is void. */
export async function storeCaptcha(
  tx: Tx,
  { t, answer, wallNow }: { t: string; answer: string; wallNow: Date },
): Promise<void> {
  const answer_hash = hashAnswer(await readSecret(tx, 'codes'), t, answer)
  const expires_at = new Date(wallNow.getTime() + LIFE_MS)
  await tx
    .insertInto('captcha')
    .values({ t, answer_hash, expires_at })
    .onConflict((conflict) => conflict.column('t').doUpdateSet({ answer_hash, expires_at }))
    .execute()
}

/** Whether the answer is right, without using the picture up. */
export async function isCaptchaRight(
  database: Db | Tx,
  { t, answer, wallNow }: { t: string; answer: string; wallNow: Date },
): Promise<boolean> {
  const row = await database
    .selectFrom('captcha')
    .select('answer_hash')
    .where('t', '=', t)
    .where('expires_at', '>', wallNow)
    .executeTakeFirst()
  if (!row) return false
  const given = hashAnswer(await readSecret(database, 'codes'), t, answer)
  return timingSafeEqual(given, row.answer_hash)
}

type Typed = { captcha_t?: string | undefined; vercode?: string | undefined }
export type Unread = 'captcha_required' | 'captcha_wrong'

/** What is wrong with what was typed of a picture, if anything; the picture stays. */
export async function findUnread(
  db: Db,
  { captcha_t: t, vercode: answer }: Typed,
  wallNow: Date,
): Promise<Unread | undefined> {
  if (t === undefined || answer === undefined) return 'captcha_required'
  return (await isCaptchaRight(db, { t, answer, wallNow })) ? undefined : 'captcha_wrong'
}

/** As `findUnread`; the picture is used up. */
export async function spendTyped(
  tx: Tx,
  { captcha_t: t, vercode: answer }: Typed,
  wallNow: Date,
): Promise<Unread | undefined> {
  if (t === undefined || answer === undefined) return 'captcha_required'
  return (await useCaptcha(tx, { t, answer, wallNow })) ? undefined : 'captcha_wrong'
}

/** Whether the answer is right. The picture is used up either way, so a wrong try must be kept. */
export async function useCaptcha(
  tx: Tx,
  captcha: { t: string; answer: string; wallNow: Date },
): Promise<boolean> {
  await tx.selectFrom('captcha').select('t').where('t', '=', captcha.t).forUpdate().execute()
  const right = await isCaptchaRight(tx, captcha)
  await tx.deleteFrom('captcha').where('t', '=', captcha.t).execute()
  return right
}

function hashAnswer(secret: Buffer, t: string, answer: string): Buffer {
  return createHmac('sha256', secret).update(`captcha\0${t}\0${answer.toUpperCase()}`).digest()
}
