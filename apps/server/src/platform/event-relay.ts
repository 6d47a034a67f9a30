import { randomUUID } from 'node:crypto'

import { eventKinds } from '@btbc/contract/events.ts'
import { type Db, openListener } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { pause } from './background.ts'
import type { HouseEvent } from './events.ts'
import { throttle } from './pace.ts'

/**
 * Brings events to the other servers of this database. It is notified beside the transactions and
 * after them: a transaction that notifies keeps every other one that does from committing.
 */

const CHANNEL = 'btbc_event'
const SEND_EVERY_MS = 50
const RETRY_MS = 1000
/** A notification has room for 8,000 bytes. */
const EVENTS_IN_ONE = 150

const Said = z.object({
  server: z.string(),
  events: z.array(
    z.object({ to: z.union([z.int(), z.literal('everyone')]), kind: z.enum(eventKinds) }),
  ),
})

export type EventRelay = { send(event: HouseEvent): void; stop(): Promise<void> }

export async function openEventRelay(parts: {
  db: Db
  hear: (event: HouseEvent) => void
  report: (error: unknown, what: string) => void
}): Promise<EventRelay> {
  const { db, hear, report } = parts
  const server = randomUUID()
  const stopping = new AbortController()
  let waiting: HouseEvent[] = []
  let sending: Promise<void> = Promise.resolve()

  const sendAll = async (): Promise<void> => {
    const payloads: string[] = []
    while (waiting.length > 0) {
      payloads.push(JSON.stringify({ server, events: waiting.splice(0, EVENTS_IN_ONE) }))
    }
    try {
      await sql`select pg_notify(${CHANNEL}, said) from unnest(${payloads}::text[]) as said`.execute(
        db,
      )
    } catch (error) {
      report(error, 'events for other servers')
      waiting = [{ to: 'everyone', kind: 'missed' }]
      await pause(RETRY_MS, stopping.signal)
      if (!stopping.signal.aborted) pace.ask()
    }
  }
  const pace = throttle(SEND_EVERY_MS, () => (sending = sending.then(sendAll)))

  const listen = async () =>
    await openListener(db, CHANNEL, (payload) => {
      const said = readSaid(payload)
      if (said !== undefined && said.server !== server) said.events.forEach(hear)
    })
  let listener = await listen()
  let isDeaf = false
  const deaf = (error: unknown): undefined => {
    if (!isDeaf) report(error, 'events of other servers')
    isDeaf = true
  }
  const listening = (async () => {
    while (!stopping.signal.aborted) {
      await listener.ended
      await pause(RETRY_MS, stopping.signal)
      const again = stopping.signal.aborted ? undefined : await listen().catch(deaf)
      if (!again) continue
      listener = again
      isDeaf = false
      // What was notified meanwhile nobody can know.
      hear({ to: 'everyone', kind: 'missed' })
    }
    await listener.close()
  })()
  return {
    send(event) {
      waiting.push(event)
      pace.ask()
    },
    async stop() {
      stopping.abort()
      pace.stop()
      await sending
      await listener.close()
      await listening
    },
  }
}

/** Whatever else is notified on the channel is none of ours. */
function readSaid(payload: string): z.output<typeof Said> | undefined {
  try {
    const said = z.safeParse(Said, JSON.parse(payload))
    return said.success ? said.data : undefined
  } catch {
    return undefined
  }
}
