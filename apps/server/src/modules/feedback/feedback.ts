import {
  FEEDBACK_PER_DAY,
  FEEDBACK_PICTURES_MAX,
  FEEDBACK_WAITING_MAX,
} from '@btbc/contract/feedback.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Feedback } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import { takeUpload } from '#modules/upload/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { publish } from '#platform/events.ts'
import { wordsToHouse } from '#platform/plain-words.ts'
import { transition } from '#platform/state-machine.ts'

import { feedbackStates } from './feedback.states.ts'

/** What members write to the house. */

export type FeedbackRow = Selectable<Feedback>

/** How soon an operator answers. */
const ANSWER_MS = DAY_MS

export function answerBy({ asked_at: at }: Pick<FeedbackRow, 'asked_at'>): Date {
  return new Date(at.getTime() + ANSWER_MS)
}

type Written = {
  memberId: number
  content: string | undefined
  pics: readonly string[] | undefined
  now: Date
}

export async function addFeedback(tx: Tx, written: Written): Promise<{ id: number }> {
  const { memberId, now } = written
  const said = await readWritten(tx, written)
  await refuseWaiting(tx, memberId)
  const made = await tx
    .insertInto('feedback')
    .values({ member_id: memberId, created_at: now, asked_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await write(tx, { feedback_id: made.id, ...said })
  publish(tx, { to: memberId, kind: 'feedback.changed' })
  return made
}

/** Adds to what waits; after an answer it waits once more. */
export async function replyFeedback(
  tx: Tx,
  { id, ...written }: Written & { id: number },
): Promise<void> {
  const { memberId, now } = written
  const row = await getFeedback(tx, { memberId, id })
  if (row.state === 'closed') throw new Refusal('feedback_closed')
  const said = await readWritten(tx, written)
  // An operator may have answered or closed it since it was read.
  const locked = await getFeedback(tx, { memberId, id, lock: true })
  if (locked.state === 'closed') throw new Refusal('feedback_closed')
  await write(tx, { feedback_id: id, ...said })
  if (locked.state === 'answered') {
    await transition(tx, feedbackStates, locked, 'ask', { now, set: { asked_at: now } })
  } else publish(tx, { to: memberId, kind: 'feedback.changed' })
}

/** One's own; of anybody else's nobody hears that it is there. */
export async function getFeedback(
  tx: Tx,
  { memberId, id, lock = false }: { memberId: number; id: number; lock?: boolean },
): Promise<FeedbackRow> {
  const found = tx
    .selectFrom('feedback')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst()
  if (!row) throw new Refusal('feedback_not_found')
  return row
}

export async function markFeedbackRead(
  tx: Tx,
  { memberId, id, now }: { memberId: number; id: number; now: Date },
): Promise<void> {
  const { answered_at: answeredAt } = await getFeedback(tx, { memberId, id, lock: true })
  if (answeredAt === null) return
  await tx
    .updateTable('feedback')
    .set({ seen_at: now > answeredAt ? now : answeredAt })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute()
}

/** Answers of the house that the member has not read. */
export async function countUnreadFeedback(tx: Tx, memberId: number): Promise<number> {
  const { unread } = await tx
    .selectFrom('feedback')
    .select((row) => row.fn.countAll<bigint>().as('unread'))
    .where('member_id', '=', memberId)
    .where(isUnread)
    .executeTakeFirstOrThrow()
  return Number(unread)
}

export const isUnread = sql<boolean>`(answered_at is not null
  and (seen_at is null or seen_at < answered_at))`

type Said = { member_id: number; text: string; pictures: string[]; at: Date }

/** What was written, as it may be kept. The row of the member stands for all that they have written. */
async function readWritten(tx: Tx, { memberId, content, pics, now }: Written): Promise<Said> {
  const text = wordsToHouse(content ?? '')
  const pictures = [...new Set(pics)]
  if (text === '' && pictures.length === 0) throw new Refusal('message_empty')
  if (pictures.length > FEEDBACK_PICTURES_MAX) {
    throw new Refusal('feedback_pictures', { limit: FEEDBACK_PICTURES_MAX })
  }
  await lockMember(tx, memberId)
  await refuseMany(tx, { memberId, now })
  for (const id of pictures) await takeUpload(tx, { memberId, id, purpose: 'feedback', now })
  return { member_id: memberId, text, pictures, at: now }
}

async function refuseMany(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  const { lately } = await tx
    .selectFrom('feedback_message')
    .select((row) => row.fn.countAll<bigint>().as('lately'))
    .where('member_id', '=', memberId)
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (lately >= BigInt(FEEDBACK_PER_DAY)) {
    throw new Refusal('feedback_day', { limit: FEEDBACK_PER_DAY })
  }
}

async function refuseWaiting(tx: Tx, memberId: number): Promise<void> {
  const { waiting } = await tx
    .selectFrom('feedback')
    .select((row) => row.fn.countAll<bigint>().as('waiting'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (waiting >= BigInt(FEEDBACK_WAITING_MAX)) {
    throw new Refusal('feedback_waiting', { limit: FEEDBACK_WAITING_MAX })
  }
}

async function write(tx: Tx, said: Said & { feedback_id: number }): Promise<void> {
  await tx.insertInto('feedback_message').values(said).execute()
}
