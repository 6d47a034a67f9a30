import type { Db, Tx } from '@btbc/database/database.ts'
import type { Outbox } from '@btbc/database/tables.ts'
import { type Selectable, sql } from 'kysely'

import { pause } from '../background.ts'
import type { Chore } from '../jobs.ts'

import { openPlaces, type Places, type Seat } from './places.ts'
import { type Delivery, openSenders, type Sender } from './senders.ts'

/** Sends what the outbox holds, each message once, also beside other processes. */

/** After so many tries a message is given up: the first seven failures are 30 s to 32 min apart. */
const ATTEMPTS_MAX = 8
const RETRY_MS = 30_000
/** Longer than a sender tries. */
const CLAIM_MS = 120_000
/** What is left after so long waits for the next turn. */
const TURN_MS_MAX = 5000
/** How long a turn waits for a place when there is none. */
const PLACE_MS_MAX = 500
/** How long a stop waits for what is on its way. */
const STOP_MS = 500
/** So many are looked through when some of them have to wait for others of their owner. */
const WINDOW = 500
/** In this order, each from its oldest. */
const QUEUES = ['code', 'first', 'again'] as const

type Message = Selectable<Outbox>

export type Deliverer = {
  /** Lets go what is due and has a place, and does not wait for what is slow. */
  turn(db: Db, wallNow: Date, signal: AbortSignal): Promise<void>
  /** What is on its way a little later is given back, and is due at once. */
  stop(): Promise<void>
}

/** One chore for each channel: a silent mail server delays no text message. */
export function messageChores(delivery: Delivery): Chore[] {
  return openSenders(delivery).map(sendingChore)
}

export function sendingChore(sender: Sender): Chore {
  const deliverer = openDeliverer(sender)
  return {
    name: `send ${sender.channel}`,
    run: (db, wallNow, signal) => deliverer.turn(db, wallNow, signal),
    stop: () => deliverer.stop(),
  }
}

/**
 * A row is claimed by moving its due time on in a short transaction, so that no lock is held while the
 * network answers and a crash in between only delays the message. Whether a message left whose answer
 * was lost nobody can know: it is sent again, under the same name.
 */
export function openDeliverer(sender: Sender): Deliverer {
  const places = openPlaces(sender.places)
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()
  let broken: { error: unknown } | undefined

  async function deliver(db: Db, message: Message, wallNow: Date): Promise<void> {
    const failure = await trySend(sender, message, stopping.signal)
    const isStopped = failure !== undefined && stopping.signal.aborted
    places.leave(seatOf(message), isStopped ? undefined : failure === undefined)
    if (failure === undefined) await writeSent(db, message, wallNow)
    else if (isStopped) await giveBack(db, message, wallNow)
    else await writeFailed(db, message, { failure, wallNow })
  }

  function start(db: Db, message: Message, wallNow: Date): void {
    const sending: Promise<void> = deliver(db, message, wallNow)
      .catch((error: unknown) => (broken = { error }))
      .then(() => void underWay.delete(sending))
    underWay.add(sending)
  }

  return {
    async turn(db, wallNow, signal) {
      if (broken) {
        const { error } = broken
        broken = undefined
        throw error
      }
      if (!(await isAnyDue(db, sender.channel, wallNow))) return
      const until = performance.now() + TURN_MS_MAX
      let hasCrowd = false
      while (performance.now() < until && !signal.aborted) {
        if (places.free(false) === 0) {
          await Promise.race([...underWay, pause(PLACE_MS_MAX, signal)])
          if (places.free(false) === 0) return
        }
        const claimed = await claim(db, { channel: sender.channel, places, wallNow, hasCrowd })
        for (const message of claimed.going) start(db, message, wallNow)
        if (claimed.going.length + claimed.later === 0) return
        hasCrowd = claimed.later > 0
      }
    },
    async stop() {
      await Promise.race([Promise.all(underWay), pause(STOP_MS, stopping.signal)])
      stopping.abort()
      await Promise.all(underWay)
      sender.close()
    },
  }
}

/** Nearly always none is. */
async function isAnyDue(db: Db, channel: Sender['channel'], wallNow: Date): Promise<boolean> {
  const due = await db
    .selectFrom('outbox')
    .select('id')
    .where('channel', '=', channel)
    .where('queue', 'in', QUEUES)
    .where('due_at', '<=', wallNow)
    .limit(1)
    .executeTakeFirst()
  return due !== undefined
}

type Claim = {
  channel: Sender['channel']
  places: Places
  wallNow: Date
  /** Whether some that were looked at have to wait for others of their owner. */
  hasCrowd: boolean
}

type Claimed = { going: Message[]; later: number }

/** Claims what is due as far as it has a place, and puts off what waits for others of its owner. */
async function claim(db: Db, { channel, places, wallNow, hasCrowd }: Claim): Promise<Claimed> {
  const going: Message[] = []
  const later: { id: bigint; at: Date }[] = []
  try {
    await db.transaction().execute(async (tx) => {
      for (const queue of QUEUES) {
        const free = places.free(queue === 'again')
        if (free === 0) continue
        const limit = hasCrowd ? WINDOW : free
        for (const message of await lockDue(tx, { channel, queue, limit, wallNow })) {
          if (places.free(queue === 'again') === 0) break
          const taken = places.take(seatOf(message), wallNow)
          if (taken === 'taken') going.push(message)
          else later.push({ id: message.id, at: taken })
        }
      }
      await writeClaimed(tx, going, wallNow)
      await writeLater(tx, later)
    })
  } catch (error) {
    for (const message of going) places.leave(seatOf(message))
    throw error
  }
  return {
    going: going.map((each) => ({ ...each, attempts: each.attempts + 1 })),
    later: later.length,
  }
}

async function lockDue(
  tx: Tx,
  { channel, queue, limit, wallNow }: Pick<Claim, 'channel' | 'wallNow'> & Due,
): Promise<Message[]> {
  return await tx
    .selectFrom('outbox')
    .selectAll()
    .where('channel', '=', channel)
    .where('queue', '=', queue)
    .where('due_at', '<=', wallNow)
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
}

type Due = { queue: (typeof QUEUES)[number]; limit: number }

async function writeClaimed(tx: Tx, messages: readonly Message[], wallNow: Date): Promise<void> {
  if (messages.length === 0) return
  await tx
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: after(wallNow, CLAIM_MS) }))
    .where('id', '=', sql<bigint>`any (${messages.map(({ id }) => id)}::bigint[])`)
    .execute()
}

async function writeLater(tx: Tx, later: readonly { id: bigint; at: Date }[]): Promise<void> {
  if (later.length === 0) return
  await sql`update outbox set due_at = put_off.at
    from unnest(${later.map(({ id }) => id)}::bigint[], ${later.map(({ at }) => at)}::timestamptz[])
      as put_off (id, at)
    where outbox.id = put_off.id`.execute(tx)
}

function seatOf({ owner, recipient, queue }: Message): Seat {
  return { owner: owner ?? recipient, isAgain: queue === 'again' }
}

/** Answers why it failed, or undefined when it was sent. */
async function trySend(
  sender: Sender,
  { id, created_at: createdAt, recipient, subject, text, link }: Message,
  stopping: AbortSignal,
): Promise<string | undefined> {
  const name = `${id}.${createdAt.getTime()}`
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(sender.tryMs)])
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
    : { due_at: after(wallNow, RETRY_MS * 2 ** (attempts - 1)) }
  await db
    .updateTable('outbox')
    .set({ failure, ...next })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .execute()
}

/** As if it had not been claimed. */
async function giveBack(db: Db, { id, attempts }: Message, wallNow: Date): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ attempts: attempts - 1, due_at: wallNow })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('due_at', 'is not', null)
    .execute()
}

function after(moment: Date, ms: number): Date {
  return new Date(moment.getTime() + ms)
}
