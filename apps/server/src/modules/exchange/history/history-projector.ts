import { Refusal } from '@btbc/contract/refusals.ts'

import { singleFlight } from '#platform/background.ts'

import type { Waits } from '../engine/waits.ts'

/** What follows behind the commits: the history by member. */
export type HistoryProjector = {
  /** So many orders were committed. */
  note: (orders: number) => void
  /** The books were read anew: others may have committed, and what ended is no longer known beside them. */
  noteRead: () => void
  /** Resolves when everything noted so far is in the history; fails when that is not to be had. */
  caughtUp: () => Promise<void>
  /** The same with what may be remembered nowhere else: committed before the books were last read, or seconds ago. */
  hasEarlier: () => Promise<void>
  stop: () => Promise<void>
}

/** Long stretches make few lists: a member's orders of this time are one. */
const PAUSE_MS = 2_000
/** Less than half of how long ended orders are remembered. */
const SECONDS_AGO_MS = 5_000
/** Less than what is remembered of ended orders, by far. */
const ORDERS_WAITING_MAX = 80_000
const FAILED = 'the history could not be filled'

export async function startHistoryProjector(parts: {
  /** Lists all that is committed by now. */
  list: () => Promise<void>
  report: (error: unknown, what: string) => void
  waits: Waits
}): Promise<HistoryProjector> {
  const { list, report, waits } = parts
  const stopping = new AbortController()
  let noted = 1
  let indexed = 0
  let earlier = 0
  let mark = { noted, atMs: waits.nowMs() }

  const index = singleFlight(async () => {
    const through = noted
    await list()
    indexed = through
  })
  const hurry = () => {
    index().catch((error: unknown) => report(error, FAILED))
  }
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await waits.pause(PAUSE_MS, stopping.signal)
      try {
        if (indexed < noted && !stopping.signal.aborted) await index()
      } catch (error) {
        report(error, FAILED)
      }
    }
  }
  const through = async (wanted: number) => {
    const isBehind = () => indexed < wanted
    try {
      while (isBehind()) await index()
    } catch (error) {
      report(error, FAILED)
      throw new Refusal('unavailable')
    }
  }
  // The exchange opens without them: they are tried again behind, and whoever asks is told so.
  await index().catch((error: unknown) => report(error, FAILED))
  const following = follow()
  return {
    note(orders) {
      noted += orders
      const atMs = waits.nowMs()
      if (atMs - mark.atMs >= SECONDS_AGO_MS) {
        earlier = Math.max(earlier, mark.noted)
        mark = { noted, atMs }
      }
      if (noted - indexed > ORDERS_WAITING_MAX && !stopping.signal.aborted) hurry()
    },
    noteRead() {
      noted += 1
      earlier = noted
    },
    caughtUp: () => through(noted),
    hasEarlier: () => through(earlier),
    async stop() {
      stopping.abort()
      await following
    },
  }
}
