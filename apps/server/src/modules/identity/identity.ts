import { createHmac } from 'node:crypto'

import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type { readIdentity, submitIdentity as submitIdentityCall } from '@btbc/contract/identity.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { IDENTITY_KEPT_DAYS } from '@btbc/contract/upload.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { Json } from '@btbc/database/tables.ts'

import { tellMember } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { type Remark, sayRemark } from '#platform/remarks.ts'
import { readSecret } from '#platform/secrets.ts'
import { transitionAll } from '#platform/state-machine.ts'
import { refuseLately } from '#modules/review/index.ts'
import { deleteUploadsAt, takeUpload } from '#modules/upload/index.ts'

import { identityStates } from './identity.states.ts'

/** Each submission is a row; the newest one counts. */
export type ReviewState = 'none' | 'pending' | 'verified' | 'rejected'

/** How soon an operator looks at what was submitted. */
const DECIDE_MS = DAY_MS
const KEPT_MS = IDENTITY_KEPT_DAYS * DAY_MS
/** Nobody's pictures lie here for ever because nobody looks at them. */
const UNDECIDED_KEPT_MS = 90 * DAY_MS
const CARD_LENGTH_MIN = 4
const CARD_END = 4
const BATCH = 100

/** What the wire says: a rejected member may submit again, as one who never did. */
const statusOf = { none: 0, pending: 1, verified: 2, rejected: 0 } as const

/** Where the member's identity stands. Only 'verified' opens anything. */
export async function reviewStatusOf(tx: Db | Tx, memberId: number): Promise<ReviewState> {
  return (await newestOf(tx, memberId))?.state ?? 'none'
}

/** SQL for the newest submission of an asked member, as far as others need it. */
export const NEWEST_REVIEW = `(
  select json_build_object('state', state, 'reason', reason) from identity
  where member_id = asked.member_id order by id desc limit 1
)`
export type NewestReview = { state: Exclude<ReviewState, 'none'>; reason: Json } | null

/** As the member's profile and the wire read it. */
export function describeReview(newest: NewestReview, language: Language) {
  return {
    review_status: statusOf[newest?.state ?? 'none'],
    review_reason: sayRemark(newest?.reason ?? null, language),
  }
}

/** As the member's own page reads it. */
export async function readReview(
  tx: Db | Tx,
  { memberId, language }: { memberId: number; language: Language },
): Promise<Response<typeof readIdentity>> {
  const newest = await newestOf(tx, memberId)
  return {
    ...describeReview(newest ?? null, language),
    name: newest?.name ?? '',
    card_end: newest?.card_end ?? '',
    submitted_at: newest?.submitted_at ?? null,
    decide_by: newest?.state === 'pending' ? decideBy(newest) : null,
    decided_at: newest?.decided_at ?? null,
    deleted_at: newest?.erase_at ?? null,
  }
}

export function decideBy({ submitted_at: at }: { submitted_at: Date }): Date {
  return new Date(at.getTime() + DECIDE_MS)
}

/** Takes the two pictures and opens a case for an operator. */
export async function submitIdentity(
  tx: Tx,
  parts: { memberId: number; request: Request<typeof submitIdentityCall>; now: Date },
): Promise<Response<typeof submitIdentityCall>> {
  const { memberId, request, now } = parts
  const { name, card_id: card, front_pic: front, reverse_pic: reverse } = request
  const number = plainNumber(card)
  if (number.length < CARD_LENGTH_MIN) throw new Refusal('invalid_request', { field: 'card_id' })
  if (front === reverse) throw new Refusal('invalid_request', { field: 'reverse_pic' })
  await refuseKnown(tx, memberId)
  await refuseLately(tx, { table: 'identity', memberId, now })
  for (const id of [front, reverse]) {
    await takeUpload(tx, { memberId, id, purpose: 'identity', now })
  }
  const opened = await tx
    .insertInto('identity')
    .values({
      member_id: memberId,
      state: 'pending',
      name,
      card_id: card,
      card_end: number.slice(-CARD_END),
      card_hash: await hashNumber(tx, number),
      front_pic: front,
      reverse_pic: reverse,
      submitted_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) {
    // Either this member submitted twice at one moment, or the document is another member's.
    await refuseKnown(tx, memberId)
    throw new Refusal('document_taken')
  }
  return { review_status: statusOf.pending }
}

/** Refuses a member whose identity is in review or verified already. */
export async function refuseKnown(tx: Db | Tx, memberId: number): Promise<void> {
  const state = await reviewStatusOf(tx, memberId)
  if (state === 'pending') throw new Refusal('identity_pending')
  if (state === 'verified') throw new Refusal('identity_verified')
}

export type Verdict = {
  id: number
  decision: 'accept' | 'reject'
  reason: Remark
  /** Nobody, when it was time that decided. */
  operatorId: number | null
  now: Date
  eraseAt?: Date
}

/** Ends a review and sets the day on which pictures and number go. Undefined when it had ended before. */
export async function decideIdentity(
  tx: Tx,
  verdict: Verdict,
): Promise<{ memberId: number } | undefined> {
  const { id, decision, reason, operatorId, now } = verdict
  const { eraseAt = new Date(now.getTime() + KEPT_MS) } = verdict
  const [decided] = await transitionAll(tx, identityStates, [id], decision, {
    now,
    set: {
      reason: decision === 'reject' ? reason : null,
      decided_by: operatorId,
      erase_at: eraseAt,
    },
  })
  if (!decided) return undefined
  const { member_id: memberId, front_pic: front, reverse_pic: reverse } = decided
  await deleteUploadsAt(tx, { memberId, ids: [front, reverse], at: eraseAt })
  return { memberId }
}

/** Ends reviews that nobody decided about: pictures and number go at once, and the member is told. */
export async function endUndecided(
  tx: Tx,
  { now, wallNow }: { now: Date; wallNow: Date },
): Promise<number> {
  const due = await tx
    .selectFrom('identity')
    .select('id')
    .where('state', '=', 'pending')
    .where('submitted_at', '<=', new Date(now.getTime() - UNDECIDED_KEPT_MS))
    .orderBy('submitted_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!due) return 0
  const reason = { code: 'identity_undecided' } as const
  const verdict = { ...due, decision: 'reject', reason, operatorId: null } as const
  const ended = await decideIdentity(tx, { ...verdict, now, eraseAt: now })
  if (!ended) return 0
  await tellMember(tx, ended.memberId, { kind: 'identity_lapsed', facts: {}, wallNow })
  return 1
}

/** Erases document numbers that are no longer needed; the uploads module removes the pictures. */
export async function eraseDueNumbers(tx: Tx, now: Date): Promise<number> {
  const due = tx
    .selectFrom('identity')
    .select('id')
    .where('erase_at', '<=', now)
    .where('card_id', 'is not', null)
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
  const { numUpdatedRows } = await tx
    .updateTable('identity')
    .set({ card_id: null })
    .where('id', 'in', due)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

async function newestOf(tx: Db | Tx, memberId: number) {
  return await tx
    .selectFrom('identity')
    .select(['state', 'reason', 'name', 'card_end', 'submitted_at', 'decided_at', 'erase_at'])
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Letters of other scripts that look like these: nobody who holds the paper beside it sees which it is. */
const LOOKS_LIKE = {
  other: 'АВЕЅІЈКМНОРСТУХԚԜΑΒΕΖΗΙΚΜΝΟΡΤΥΧ',
  latin: 'ABESIJKMHOPCTYXQWABEZHIKMNOPTYX',
}

/** The number without what people write between its parts, or what nobody sees. */
function plainNumber(card: string): string {
  const letters = card
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(
    letters,
    (each) => LOOKS_LIKE.latin[LOOKS_LIKE.other.indexOf(each)] ?? each,
  ).join('')
}

async function hashNumber(tx: Tx, number: string): Promise<Buffer> {
  return createHmac('sha256', await readSecret(tx, 'uploads'))
    .update(`document\0${number}`)
    .digest()
}

/** Outside the house only a known identity may withdraw. */
export async function refuseUnverified(tx: Tx, memberId: number): Promise<void> {
  const status = await reviewStatusOf(tx, memberId)
  if (status === 'pending') throw new Refusal('identity_pending')
  if (status !== 'verified') throw new Refusal('identity_required')
}
