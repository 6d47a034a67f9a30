import type { CallerAddress } from '#network/caller-address.ts'

/** Who may open a socket: from our own pages or from no page at all, and not too many at once. */

const NETWORK_MAX = 40
/** On the machine itself there are tests, bots and a developer's tabs. */
const LOCAL_MAX = 2000

export type Seats = { take(caller: CallerAddress): boolean; leave(caller: CallerAddress): void }

export function openSeats(): Seats {
  const taken = new Map<string, number>()
  return {
    take({ network, local }) {
      const count = taken.get(network) ?? 0
      if (count >= (local ? LOCAL_MAX : NETWORK_MAX)) return false
      taken.set(network, count + 1)
      return true
    },
    leave({ network }) {
      const count = taken.get(network) ?? 0
      if (count > 1) taken.set(network, count - 1)
      else taken.delete(network)
    },
  }
}

const BURST = 120
const PER_SECOND = 20

/** True for each message that still is one too many: a bucket that refills with time. */
export function openFloodGate(): (nowMs: number) => boolean {
  let left = BURST
  let lastAt = 0
  return (nowMs) => {
    left = Math.min(BURST, left + ((nowMs - lastAt) / 1000) * PER_SECOND)
    lastAt = nowMs
    left -= 1
    return left < 0
  }
}
