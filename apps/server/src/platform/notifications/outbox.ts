import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { HOUR_MS } from '../durations.ts'

/** Unless its message says until when, no code lives longer. */
const CODE_MS = HOUR_MS
const ERASED_AT_ONCE = 1000
/** Nothing is put off for longer. */
const PUT_OFF_MS_MAX = 2 * HOUR_MS

export type Message = {
  channel: 'mail' | 'sms' | 'push'
  /** A mail address, a phone number as +8613800000000, or the number of a device. */
  recipient: string
  subject: string
  text: string
  code?: string
  /** When nobody can use the code any more: it is erased then. */
  codeUntil?: Date
  /** Where in the app it leads. */
  link?: string
  /** Who is told, where it is a member: whatever goes to them shares their places. */
  memberId?: number
}

/**
 * Writes messages in the transaction they speak of, all in one statement; they leave after the commit.
 * Every text carries the TEST tag (house rule 1), in the app's code and in the table's check.
 */
export async function enqueueMessages(
  tx: Tx,
  messages: readonly Message[],
  now: Date,
): Promise<void> {
  if (!messages.every(({ text }) => text.includes('TEST'))) {
    throw new Error('a message without the TEST tag')
  }
  if (messages.length === 0) return
  await sql`insert into outbox
      (channel, recipient, subject, text, code, code_until, link, owner, created_at, due_at)
    select *, ${now}::timestamptz, ${now}::timestamptz from unnest(${messages.map(({ channel }) => channel)}::text[],
      ${messages.map(({ recipient }) => recipient)}::text[],
      ${messages.map(({ subject }) => subject)}::text[], ${messages.map(({ text }) => text)}::text[],
      ${messages.map(({ code = null }) => code)}::text[],
      ${messages.map((message) => codeUntil(message, now))}::timestamptz[],
      ${messages.map(({ link = null }) => link)}::text[],
      ${messages.map(({ memberId }) => (memberId === undefined ? null : `member ${memberId}`))}::text[])`.execute(
    tx,
  )
}

function codeUntil({ code, codeUntil: until }: Message, now: Date): Date | null {
  return code === undefined ? null : (until ?? new Date(now.getTime() + CODE_MS))
}

/** The newest messages to one recipient, or to everybody, newest first. */
export async function listMessages(tx: Tx, recipient: string | undefined, limit: number) {
  const all = tx.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(limit)
  return await (recipient === undefined ? all : all.where('recipient', '=', recipient)).execute()
}

/** Erases codes that nobody can use any more, wherever they wait or lie; answers how many. */
export async function eraseOldCodes(tx: Tx, wallNow: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update outbox set text = 'TEST (expired)', code = null, due_at = null
    where id = any (array(
      select id from outbox
      where code is not null and code_until < ${wallNow}
      limit ${ERASED_AT_ONCE} for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** What was put off by a clock that was set back since goes now. */
export async function bringForward(tx: Tx, wallNow: Date): Promise<number> {
  await tx
    .updateTable('outbox')
    .set({ due_at: wallNow })
    .where('due_at', '>', new Date(wallNow.getTime() + PUT_OFF_MS_MAX))
    .execute()
  return 0
}
