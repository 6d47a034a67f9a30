import type { RefusalCode } from '#refusals.ts'

/**
 * Refusals that leave open whether something was done. Of those that any call can be refused with: before
 * it was looked what was done under its key, or when that broke off on the way to its answer.
 */
export const undecidedOnTheWay = [
  'internal',
  'unavailable',
  'try_again',
  'too_many_requests',
  'login_required',
] as const satisfies readonly RefusalCode[]

/** Whoever is refused so asks again under the same key: with another one it might be done twice. */
export const undecidedRefusals: readonly RefusalCode[] = [
  ...undecidedOnTheWay,
  'chain_unavailable',
  'faucet_slow',
  'outcome_unknown',
]
