import type { CallerAddress } from '#network/caller-address.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import { fixedWindow } from '#platform/fixed-window.ts'

/** Who may open a socket: not too many at once from one network, or of one member. */

const NETWORK_MAX = 40
/** On the machine itself there are tests, bots and a developer's tabs. */
const LOCAL_MAX = 2000
/** Behind one address of a telephone network there are thousands: they count by who they are. */
const MEMBER_MAX = 20

/** Opening and closing is work, too: this often in so many minutes. */
const OPENINGS_MAX = 1500
const OPENINGS_MS = 5 * MINUTE_MS

export type Seat = {
  /** From now on it counts for this member, or for the network again; false when that has no room. */
  moveTo(memberId: number | undefined): boolean
  leave(): void
}
export type Seats = { take(caller: CallerAddress): Seat | undefined }

export function connectionLimiter(nowMs: () => number): Seats {
  const taken = new Map<string, number>()
  const take = (owner: string, most: number): boolean => {
    const count = taken.get(owner) ?? 0
    if (count >= most) return false
    taken.set(owner, count + 1)
    return true
  }
  const leave = (owner: string): void => {
    const count = taken.get(owner) ?? 0
    if (count > 1) taken.set(owner, count - 1)
    else taken.delete(owner)
  }
  const openings = fixedWindow(OPENINGS_MS)
  return {
    take({ network, local }) {
      const most = local ? LOCAL_MAX : NETWORK_MAX
      let owner = `of ${network}`
      if (!take(owner, most)) return undefined
      if (!local && openings.add(network, 1, nowMs()) > OPENINGS_MAX) {
        leave(owner)
        return undefined
      }
      return {
        moveTo(memberId) {
          const next = memberId === undefined ? `of ${network}` : `member ${memberId}`
          if (next === owner || local) return true
          if (!take(next, memberId === undefined ? most : MEMBER_MAX)) return false
          leave(owner)
          owner = next
          return true
        },
        leave: () => leave(owner),
      }
    },
  }
}

/** How many messages a socket may bring at once, and a second for long. */
export type Pace = { atOnce: number; perSecond: number }

const USUAL_PACE: Pace = { atOnce: 120, perSecond: 20 }

/** True for each message that still is one too many: a bucket that refills with time. */
export function messageLimiter(pace = USUAL_PACE): (nowMs: number) => boolean {
  const { atOnce, perSecond } = pace
  let left = atOnce
  let lastAt = 0
  return (nowMs) => {
    left = Math.min(atOnce, left + ((nowMs - lastAt) / 1000) * perSecond)
    lastAt = nowMs
    left -= 1
    return left < 0
  }
}
