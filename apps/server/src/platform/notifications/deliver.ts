import type { Db } from '@btbc/database/database.ts'
import type { Outbox } from '@btbc/database/tables.ts'
import type { Selectable } from 'kysely'

import type { Chore } from '../jobs.ts'

import { AT_ONCE, type Delivery, openSenders, type Sender } from './senders.ts'

/** Sends what the outbox holds, each message once, also beside other processes. */

/** After so many tries a message is given up: the first seven failures are 30 s to 32 min apart. */
const ATTEMPTS_MAX = 8
const RETRY_MS = 30_000
/** However slowly the other side answers, one try ends by itself before its claim does. */
const SEND_MS_MAX = 20_000
const CLAIM_MS = 120_000
/** What is left after so long waits for the next turn. */
const TURN_MS_MAX = 5000

type Message = Selectable<Outbox>

/** One chore for each channel: a silent mail server delays no text message. */
export function messageChores(delivery: Delivery): Chore[] {
  return openSenders(delivery).map((sender) => ({
    name: `send ${sender.channel}`,
    run: (db, wallNow, signal) => deliverMessages(db, sender, { wallNow, signal }),
    stop: () => sender.close(),
  }))
}

/**
 * Sends the due messages of a channel, some at once, until there is none or others should have a turn.
 * A row is claimed by moving its due time on in a short transaction, so that no lock is held while the
 * network answers and a crash in between only delays the message. Whether a message left whose answer
 * was lost nobody can know: it is sent again, under the same name.
 */
export async function deliverMessages(
  db: Db,
  sender: Sender,
  { wallNow, signal }: { wallNow: Date; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + TURN_MS_MAX
  while (performance.now() < until && !signal.aborted) {
    const claimed = await claim(db, sender.channel, wallNow)
    if (claimed.length === 0) return
    const sendings = claimed.map(async (message) => {
      const failure = await trySend(sender, message, signal)
      if (failure === undefined) await writeSent(db, message, wallNow)
      else await writeFailed(db, message, { failure, wallNow })
    })
    await Promise.all(sendings)
  }
}

async function claim(db: Db, channel: Sender['channel'], wallNow: Date): Promise<Message[]> {
  return await db
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: later(wallNow, CLAIM_MS) }))
    .where('id', 'in', (due) =>
      due
        .selectFrom('outbox')
        .select('id')
        .where('channel', '=', channel)
        .where('due_at', '<=', wallNow)
        .orderBy('due_at')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()
}

/** Answers why it failed, or undefined when it was sent. */
async function trySend(
  sender: Sender,
  { id, created_at: createdAt, recipient, subject, text, link }: Message,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const name = `${id}.${createdAt.getTime()}`
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(SEND_MS_MAX)])
  try {
    await sender.send({ name, recipient, subject, text, link }, signal)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 500) : 'unknown'
  }
}

/** What was sent keeps no text and no code. */
async function writeSent(db: Db, { id }: Message, wallNow: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ sent_at: wallNow, due_at: null, text: 'TEST (sent)', code: null, failure: null })
    .where('id', '=', id)
    .execute()
}

/** Tried again later each time, and given up in the end. Whoever has claimed it since decides alone. */
async function writeFailed(
  db: Db,
  { id, attempts }: Message,
  { failure, wallNow }: { failure: string; wallNow: Date },
): Promise<void> {
  const isLast = attempts >= ATTEMPTS_MAX
  const next = isLast
    ? { due_at: null, text: 'TEST (given up)', code: null }
    : { due_at: later(wallNow, RETRY_MS * 2 ** (attempts - 1)) }
  await db
    .updateTable('outbox')
    .set({ failure, ...next })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .execute()
}

function later(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
