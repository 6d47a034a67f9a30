import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db } from '@btbc/database/database.ts'

import { pause, singleFlight } from '#platform/background.ts'

import type { FeeRates } from '../exchange.ts'
import { indexNext, readVolumes } from './history.ts'
import { markets } from '../markets.ts'

/** What follows behind the commits: the history by member, and the fees that follow from it. */
export type HistoryProjector = {
  /** So many orders were committed. */
  note: (orders: number) => void
  /** Resolves when everything noted so far is in the history; fails when that is not to be had. */
  caughtUp: () => Promise<void>
  ratesOf: (memberId: number) => FeeRates
  stop: () => Promise<void>
}

/** Long stretches make few lists: a member's orders of this time are one. */
const PAUSE_MS = 2_000
/** Less than what is remembered of ended orders, by far. */
const ORDERS_WAITING_MAX = 80_000
const RATES_EVERY_MS = 60_000
const FAILED = 'the history could not be filled'
const STANDARD: FeeRates = { maker: 1_000, taker: 1_000 }

export async function startHistoryProjector(parts: {
  db: Db
  now: () => Date
  report: (error: unknown, what: string) => void
}): Promise<HistoryProjector> {
  const { db, now, report } = parts
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
      const isFresh = performance.now() - ratesReadAt <= RATES_EVERY_MS
      if (isFresh || stopping.signal.aborted) continue
      await readRatesAgain().catch((error: unknown) => report(error, 'the fees could not be read'))
    }
  }
  let rates: Rates = { of: new Map(), standard: STANDARD }
  let ratesReadAt = -Infinity
  const readRatesAgain = async () => {
    rates = await readRates(db, now())
    ratesReadAt = performance.now()
  }
  // The exchange opens without them: they are tried again behind, and whoever asks is told so.
  await index().catch((error: unknown) => report(error, FAILED))
  await readRatesAgain().catch((error: unknown) => report(error, 'the fees could not be read'))
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
    ratesOf: (memberId) => rates.of.get(memberId) ?? rates.standard,
    async stop() {
      stopping.abort()
      await following
    },
  }
}

type Rates = { of: Map<number, FeeRates>; standard: FeeRates }

/** Only members beyond the first tier are remembered. */
async function readRates(db: Db, now: Date): Promise<Rates> {
  const tiers = await db.selectFrom('fee_tier').selectAll().orderBy('volume_min', 'desc').execute()
  const lowest = tiers.at(-1)
  const of = new Map<number, FeeRates>()
  for (const [memberId, volume] of await readVolumes(db, now)) {
    const tier = tiers.find((each) => volume >= each.volume_min)
    if (tier && tier !== lowest) of.set(memberId, { maker: tier.maker, taker: tier.taker })
  }
  return { of, standard: lowest ?? STANDARD }
}
