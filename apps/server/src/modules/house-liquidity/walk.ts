import { createHash, createHmac } from 'node:crypto'

import type { CurrencyId } from '@btbc/money/currency.ts'

/**
 * The random walk that house liquidity quotes around. A day's path follows from its seed alone, in
 * whole units, so that anybody can work it out again once the seed is revealed.
 *
 * Draw n of a market is the big-endian signed 32-bit integer number n mod 8 of
 * HMAC-SHA256(seed, `<market id>:<n div 8>`). Each step adds price × draw × SWING / 2^31 / 10^9 and
 * (reference − price) / PULL, both cut off towards zero; the price stays between half and twice the
 * reference.
 */

export const STEP_S = 5
export const STEPS_PER_DAY = 86_400 / STEP_S
/** The largest step, in billionths: about 2 % in a day. */
export const SWING_PPB = 263_500n
/** In how many steps the distance to the reference would be gone, were there no draws. */
export const PULL_STEPS = 34_560n

const DRAW_BYTES = 4
const DRAWS_PER_HASH = 8
const DRAW_RANGE = 2n ** 31n
const PPB = 1_000_000_000n

export type WalkOfDay = {
  seed: Buffer
  marketId: CurrencyId
  opening: bigint
  reference: bigint
}

/** The price after so many steps of the day; 0 is the opening. Steps already taken are remembered. */
export function openWalk({
  seed,
  marketId,
  opening,
  reference,
}: WalkOfDay): (step: number) => bigint {
  const path = [opening]
  let block = Buffer.alloc(0)
  return (step) => {
    if (!Number.isInteger(step) || step < 0 || step > STEPS_PER_DAY) {
      throw new RangeError(`A day has no step ${step}`)
    }
    while (path.length <= step) {
      const n = path.length - 1
      if (n % DRAWS_PER_HASH === 0 || block.length === 0) {
        block = createHmac('sha256', seed)
          .update(`${marketId}:${Math.floor(n / DRAWS_PER_HASH)}`)
          .digest()
      }
      const draw = BigInt(block.readInt32BE((n % DRAWS_PER_HASH) * DRAW_BYTES))
      path.push(nextPrice(path[n] ?? opening, draw, reference))
    }
    return path[step] ?? opening
  }
}

function nextPrice(price: bigint, draw: bigint, reference: bigint): bigint {
  const swing = (price * draw * SWING_PPB) / (DRAW_RANGE * PPB)
  const next = price + swing + (reference - price) / PULL_STEPS
  const least = reference / 2n
  const most = reference * 2n
  if (next < least) return least
  return next > most ? most : next
}

/** What is published before the day. */
export function hashOfSeed(seed: Buffer): Buffer {
  return createHash('sha256').update(seed).digest()
}

/** `2026-03-01`, in UTC. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}

export function stepOf(at: Date): number {
  const midnight = Date.parse(`${dayOf(at)}T00:00:00Z`)
  return Math.floor((at.getTime() - midnight) / 1000 / STEP_S)
}
