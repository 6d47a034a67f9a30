import type { EventKind } from '@btbc/contract/events.ts'
import { watchCommits } from '@btbc/database/commits.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { membersTouched } from '@btbc/ledger/touched.ts'

import { openEventRelay } from './event-relay.ts'

/**
 * What happened, told after the commit of the transaction it happened in. A use case writes it down
 * beside its rows, `publish(tx, event)`; a transaction that is undone takes its events along. What
 * must not be lost, a mail, is a row of the outbox: an event lives in memory, and who hears of none
 * for a crash reads again at the next connection.
 */

/** Says that something is another way now, never how: whoever hears it asks for what they may see. */
export type HouseEvent = { to: number | 'everyone'; kind: EventKind }

type Hear = (event: HouseEvent) => void

export type Events = {
  /**
   * Called after each commit, on whatever server it was; of what this one commits, for one member in
   * the order of the commits. Answers how to stop.
   */
  follow(hear: Hear): () => void
  stop(): Promise<void>
}

const written = new WeakMap<Tx, HouseEvent[]>()

/** Tells it once this transaction is committed, and only then. */
export function publish(tx: Tx, event: HouseEvent): void {
  const known = written.get(tx)
  if (known) known.push(event)
  else written.set(tx, [event])
}

/** Hears every transaction of this handle. An entry of the books is an event of each member in it. */
export async function openEvents(
  db: Db,
  report: (error: unknown, what: string) => void,
): Promise<Events> {
  const followers = new Set<Hear>()
  const tell: Hear = (event) => {
    for (const hear of followers) {
      try {
        hear(event)
      } catch (error) {
        report(error, 'a follower of events failed')
      }
    }
  }
  const relay = await openEventRelay({ db, hear: tell, report })
  const turns = openTurns((event) => {
    tell(event)
    relay.send(event)
  })
  const stopWatching = watchCommits(db, (tx) => {
    const events = eventsOf(tx)
    return events.length === 0 ? undefined : turns.take(events)
  })
  return {
    follow(hear) {
      followers.add(hear)
      return () => followers.delete(hear)
    },
    async stop() {
      stopWatching()
      await relay.stop()
    },
  }
}

/** Each once, however often it was written. */
function eventsOf(tx: Tx): HouseEvent[] {
  const events = new Map<string, HouseEvent>()
  for (const event of written.get(tx) ?? []) events.set(`${event.to} ${event.kind}`, event)
  for (const to of membersTouched(tx)) {
    events.set(`${to} balance.changed`, { to, kind: 'balance.changed' })
  }
  return [...events.values()]
}

type Turn = { events: readonly HouseEvent[]; isOver: boolean }

/**
 * A transaction that waited for another asks for its commit after the other did, but may hear of the
 * end of it first. So turns are taken when the commit is asked for, and told in that order; a commit
 * that takes long holds up the events of its own members and of nobody else.
 */
function openTurns(tell: Hear) {
  const waiting = new Map<HouseEvent['to'], Turn[]>()
  return {
    take(events: readonly HouseEvent[]): (isCommitted: boolean) => void {
      const taken = [...Map.groupBy(events, ({ to }) => to)].map(([to, own]) => {
        const turn: Turn = { events: own, isOver: false }
        const line = waiting.get(to)
        if (line) line.push(turn)
        else waiting.set(to, [turn])
        return { to, turn }
      })
      return (isCommitted) => {
        for (const { to, turn } of taken) {
          turn.isOver = true
          if (!isCommitted) turn.events = []
          const line = waiting.get(to) ?? []
          while (line[0]?.isOver) for (const event of line.shift()?.events ?? []) tell(event)
          if (line.length === 0) waiting.delete(to)
        }
      }
    },
  }
}
