import { Refusal } from '@btbc/contract/refusals.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

import type { CallerAddress } from '#network/caller-address.ts'

/** How often one caller may call. Sends, logins and codes have limits of their own. */

const WINDOW_S = 10
const MEMBER_CALLS = 200
const MEMBER_CHANGES = 60
const ADDRESS_CALLS = 400
const ADDRESS_CHANGES = 100

export type RateLimits = {
  /** Refuses with `too_many_requests` and the seconds to wait. */
  check(call: {
    memberId: number | undefined
    from: CallerAddress
    changes: boolean
  }): Promise<void>
}

export function startRateLimits(enabled: boolean): RateLimits {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S })
  const member = limiter(MEMBER_CALLS)
  const memberChanges = limiter(MEMBER_CHANGES)
  const address = limiter(ADDRESS_CALLS)
  const addressChanges = limiter(ADDRESS_CHANGES)
  return {
    async check({ memberId, from, changes }) {
      if (!enabled) return
      if (memberId !== undefined) {
        await take(member, String(memberId))
        if (changes) await take(memberChanges, String(memberId))
      } else if (!from.local) {
        await take(address, from.neighbourhood)
        if (changes) await take(addressChanges, from.neighbourhood)
      }
    },
  }
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error
    throw new Refusal('too_many_requests', { wait_s: Math.ceil(error.msBeforeNext / 1000) })
  }
}
