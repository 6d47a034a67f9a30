import { callOperators } from '#modules/operator/index.ts'
import type { Clock } from '#platform/clock.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Sweep } from '#platform/jobs.ts'

/** Mails operators once when the clock of this machine was set far ahead: business time does not follow. */
export function callAboutClock(clock: Clock): Sweep {
  let calledAbout = 0
  return {
    name: 'call about the clock',
    async run(tx, { wallNow }) {
      const heldMs = clock.heldMs()
      if (heldMs !== calledAbout && heldMs > 0) {
        const text = `The clock of a server was set ${Math.floor(heldMs / MINUTE_MS)} minutes ahead, to ${clock.wallNow().toISOString()}, while it ran. Deadlines and pay do not follow. Set the clock right and they go on. If it is right, because the machine stood still, start the server again`
        await callOperators(tx, { subject: 'a clock was set ahead', text, now: wallNow })
      }
      calledAbout = heldMs
      return 0
    },
  }
}
