import { createHash } from 'node:crypto'

/** What the next share of a packet is. Anybody who knows the seed can work it out again. */

const DRAWN_BYTES = 16
const LOW_PART = 10n

export type Split = {
  split: 'equal' | 'random'
  seed: Buffer
  budget: bigint
  paid: bigint
  shares: number
  taken: number
}

/**
 * Random: between a tenth of the average of what is left and what is left of twice it, so that each of
 * the others has something, too. The last takes what is left: together they are the budget.
 */
export function nextShare({ split, seed, budget, paid, shares, taken }: Split): bigint {
  const left = budget - paid
  const remaining = BigInt(shares - taken)
  if (remaining === 1n) return left
  const average = left / remaining
  if (split === 'equal') return average
  const low = average < LOW_PART ? 1n : average / LOW_PART
  const high = 2n * average - low
  return low + (drawnBy(seed, taken) % (high - low + 1n))
}

/** The first bytes of SHA-256 over the seed in hex, a colon and the place of the share. */
function drawnBy(seed: Buffer, place: number): bigint {
  const digest = createHash('sha256')
    .update(`${seed.toString('hex')}:${place}`)
    .digest()
  return BigInt(`0x${digest.subarray(0, DRAWN_BYTES).toString('hex')}`)
}

export function hashOf(seed: Buffer): string {
  return createHash('sha256').update(seed).digest('hex')
}
