import type { CallerAddress } from '#network/caller-address.ts'

/** Who may open a socket: from our own pages or from no page at all, and not too many at once. */

const NETWORK_MAX = 40
/** On the machine itself there are tests, bots and a developer's tabs. */
const LOCAL_MAX = 2000

/** Opening and closing is work, too: this often in so many minutes. */
const OPENINGS_MAX = 300
const OPENINGS_MS = 5 * 60_000

export type Seats = { take(caller: CallerAddress): boolean; leave(caller: CallerAddress): void }

export function openSeats(nowMs: () => number): Seats {
  const taken = new Map<string, number>()
  let openings = new Map<string, number>()
  let window = 0
  const countOpening = (network: string): number => {
    const present = Math.floor(nowMs() / OPENINGS_MS)
    if (present !== window) openings = new Map()
    window = present
    const count = (openings.get(network) ?? 0) + 1
    openings.set(network, count)
    return count
  }
  return {
    take({ network, local }) {
      const count = taken.get(network) ?? 0
      if (count >= (local ? LOCAL_MAX : NETWORK_MAX)) return false
      if (!local && countOpening(network) > OPENINGS_MAX) return false
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
