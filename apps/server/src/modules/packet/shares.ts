import { numberDrawnBy } from '#platform/committed-seed.ts'

/** What the next share of a packet is: where it is random, it is drawn by the seed for its place. */

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
  return low + (numberDrawnBy(seed, String(taken)) % (high - low + 1n))
}
