import type { Db } from '@btbc/database/database.ts'
import { UNITS_MAX } from '@btbc/money/amount.ts'

import { MINUTE_MS } from '#platform/durations.ts'
import { heldAt, keepRead, readPlan } from '#platform/settings.ts'

import type { FeeRates, RatesOf } from '../exchange.ts'
import { tiersOf, tradingFees, type FeeTier } from '../fees.settings.ts'
import { readVolumes } from './history.ts'

/** What each member pays for a trade, known without asking: by their volume, and by when an order was placed. */

const VOLUMES_EVERY_MS = MINUTE_MS
const UNREAD: FeeRates = { maker: 1_000, taker: 1_000 }

type Plan = { from: Date; value: FeeTier[] }[]

export async function startFeeRates(parts: {
  db: Db
  now: () => Date
  report: (error: unknown, what: string) => void
}): Promise<{ of: RatesOf; stop: () => Promise<void> }> {
  const { db, now, report } = parts
  let plan: Plan = []
  let volumes: ReadonlyMap<number, bigint> = new Map()
  let volumesReadAt = -Infinity
  let volumesFrom = 0n
  const read = async () => {
    const known = await readPlan(db, tradingFees)
    plan = known.map(({ from, value }) => ({ from, value: tiersOf(value) }))
    const from = leastCounted(plan)
    const isFresh = performance.now() - volumesReadAt <= VOLUMES_EVERY_MS
    if (isFresh && from === volumesFrom) return
    volumes = await readVolumes(db, { now: now(), least: from })
    volumesReadAt = performance.now()
    volumesFrom = from
  }
  // The exchange opens without them: they are tried again behind.
  const stop = await keepRead(read, (error) => report(error, 'the fees could not be read'))
  return {
    of(memberId, placedAt) {
      const tiers = heldAt(plan, placedAt)
      return tiers ? ratesIn(tiers, volumes.get(memberId) ?? 0n) : UNREAD
    },
    stop,
  }
}

/** Only members beyond the first tier are remembered: of any time, as orders may be old. */
function leastCounted(plan: Plan): bigint {
  const counted = plan.flatMap(({ value }) => value.slice(1).map(({ from }) => from))
  return counted.reduce((least, from) => (from < least ? from : least), UNITS_MAX)
}

/** Of the highest tier that the volume reaches. */
function ratesIn(tiers: readonly FeeTier[], volume: bigint): FeeRates {
  return tiers.findLast((tier) => volume >= tier.from)?.rates ?? UNREAD
}
