import type { IncomingMessage } from 'node:http'

/** Who may open a socket: from our own pages or from no page at all, and not too many at once. */

const ADDRESS_MAX = 40
/** On the machine itself there are tests, bots and a developer's tabs. */
const LOOPBACK_MAX = 2000

/** Behind a proxy that is trusted, the address the proxy saw. */
export function addressOf(request: IncomingMessage, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers['x-forwarded-for'] : undefined
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim()
  return last === undefined || last === '' ? (request.socket.remoteAddress ?? '') : last
}

export type Seats = { take(address: string): boolean; leave(address: string): void }

export function openSeats(): Seats {
  const taken = new Map<string, number>()
  return {
    take(address) {
      const isLoopback = /^(::1$|127\.|::ffff:127\.)/.test(address)
      const count = taken.get(address) ?? 0
      if (count >= (isLoopback ? LOOPBACK_MAX : ADDRESS_MAX)) return false
      taken.set(address, count + 1)
      return true
    },
    leave(address) {
      const count = taken.get(address) ?? 0
      if (count > 1) taken.set(address, count - 1)
      else taken.delete(address)
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
