import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import { pause, singleFlight } from '#platform/background.ts'

import type { RatesOf } from '../exchange.ts'
import { startFeeRates } from './fee-rates.ts'
import { indexNext } from './history.ts'
import { markets } from '../markets.ts'

/** What follows behind the commits: the history by member, and the fees that follow from it. */
export type HistoryProjector = {
  /** So many orders were committed. */
  note: (orders: number) => void
  /** Resolves when everything noted so far is in the history; fails when that is not to be had. */
  caughtUp: () => Promise<void>
  ratesOf: RatesOf
  stop: () => Promise<void>
}

/** Long stretches make few lists: a member's orders of this time are one. */
const PAUSE_MS = 2_000
/** Less than what is remembered of ended orders, by far. */
const ORDERS_WAITING_MAX = 80_000
const FAILED = 'the history could not be filled'

export async function startHistoryProjector(parts: {
  db: Db
  now: () => Date
  report: (error: unknown, what: string) => void
}): Promise<HistoryProjector> {
  const { db, report } = parts
  const stopping = new AbortController()
  let noted = 1
  let indexed = 0

  const index = singleFlight(async () => {
    const through = noted
    for (const { id } of markets) while (await indexNext(db, id));
    indexed = through
  })
  const hurry = () => {
    index().catch((error: unknown) => report(error, FAILED))
  }
  const follow = async () => {
    while (!stopping.signal.aborted) {
      await pause(PAUSE_MS, stopping.signal)
      try {
        if (indexed < noted && !stopping.signal.aborted) await index()
      } catch (error) {
        report(error, FAILED)
      }
    }
  }
  // The exchange opens without them: they are tried again behind, and whoever asks is told so.
  await index().catch((error: unknown) => report(error, FAILED))
  const rates = await startFeeRates(parts)
  const following = follow()
  return {
    note(orders) {
      noted += orders
      if (noted - indexed > ORDERS_WAITING_MAX && !stopping.signal.aborted) hurry()
    },
    async caughtUp() {
      const wanted = noted
      const isBehind = () => indexed < wanted
      try {
        while (isBehind()) await index()
      } catch (error) {
        report(error, FAILED)
        throw new Refusal('unavailable')
      }
    },
    ratesOf: rates.of,
    async stop() {
      stopping.abort()
      await Promise.all([following, rates.stop()])
    },
  }
}
