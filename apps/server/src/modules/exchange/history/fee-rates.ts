import { UNITS_MAX } from '@btbc/money/amount.ts'

import { MINUTE_MS } from '#platform/durations.ts'
import { type FollowParts, followSetting, keepReading } from '#platform/followed-setting.ts'

import type { FeeRates, RatesOf } from '../exchange.ts'
import { tiersOf, tradingFees, type FeeTier } from '../fees.settings.ts'
import { readVolumes } from './history.ts'

/** What each member pays for a trade, known without asking: by their volume, and by when an order was placed. */

const VOLUMES_EVERY_MS = MINUTE_MS
const UNREAD: FeeRates = { maker: 1_000, taker: 1_000 }

/** The exchange opens without what cannot be read: it is tried again behind. */
export async function startFeeRates(
  parts: FollowParts,
): Promise<{ of: RatesOf; stop: () => Promise<void> }> {
  const { db, now, report } = parts
  const tiers = await followSetting(parts, tradingFees, { read: tiersOf, unread: [] })
  let volumes: ReadonlyMap<number, bigint> = new Map()
  let volumesReadAt = -Infinity
  let volumesFrom = 0n
  const readWhereDue = async () => {
    const from = leastCounted(tiers.values())
    const isFresh = performance.now() - volumesReadAt <= VOLUMES_EVERY_MS
    if (isFresh && from === volumesFrom) return
    volumes = await readVolumes(db, { now: now(), least: from })
    volumesReadAt = performance.now()
    volumesFrom = from
  }
  const stopReading = await keepReading(readWhereDue, (error) =>
    report(error, 'what members traded could not be read'),
  )
  return {
    of: (memberId, placedAt) => ratesIn(tiers.at(placedAt), volumes.get(memberId) ?? 0n),
    async stop() {
      await Promise.all([tiers.stop(), stopReading()])
    },
  }
}

/** Only members beyond the first tier are remembered: of any time, as orders may be old. */
function leastCounted(tiersOfAnyTime: readonly (readonly FeeTier[])[]): bigint {
  const counted = tiersOfAnyTime.flatMap((tiers) => tiers.slice(1).map(({ from }) => from))
  return counted.reduce((least, from) => (from < least ? from : least), UNITS_MAX)
}

/** Of the highest tier that the volume reaches. */
function ratesIn(tiers: readonly FeeTier[], volume: bigint): FeeRates {
  return tiers.findLast((tier) => volume >= tier.from)?.rates ?? UNREAD
}
