import type { ApiKey } from '#modules/api-key/index.ts'
import type { CallerAddress } from '#network/caller-address.ts'

import type { Limits } from './limits.ts'
import type { Parameters } from './parameters.ts'

/**
 * Whom a call counts for: whoever is let in for themselves, so that nobody nearby uses up what they have,
 * and anybody else for where they come from.
 */

export type Weighed = {
  from: CallerAddress
  weight: number
  nowMs: number
  /** Hears how much whoever this counts for has used. */
  tell?: (used: number) => void
}

type Admitted = { apiKey: ApiKey; parameters: Parameters }

export function weighAnyone(limits: Limits, { from, weight, nowMs, tell }: Weighed): void {
  limits.weigh(from.neighbourhood, { count: weight, nowMs, tell })
}

/** A key alone is no secret: whoever has seen one uses up nothing of what its member signs. */
export async function weighAdmitted(
  limits: Limits,
  weighed: Weighed & { isSigned: boolean },
  admit: () => Promise<Admitted>,
): Promise<Admitted> {
  const { from, weight, nowMs, tell, isSigned } = weighed
  // What is tried goes by one address: neighbours do not answer for one another.
  limits.refuseGuesser(from.network, nowMs)
  const admitted = await admit().catch((error: unknown) => {
    limits.noteGuess(from.network, weight, nowMs)
    weighAnyone(limits, weighed)
    throw error
  })
  const { id, memberId } = admitted.apiKey
  limits.weigh(isSigned ? `member ${memberId}` : `key ${id}`, { count: weight, nowMs, tell })
  return admitted
}
