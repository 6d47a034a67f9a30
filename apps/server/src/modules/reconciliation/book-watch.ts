import { watchBooks } from '@btbc/ledger/watch.ts'

import type { Exchange } from '#modules/exchange/index.ts'
import { stoppedMembers, unmatchedCurrencies } from '#modules/rail/index.ts'
import type { Clock } from '#platform/clock.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'
import { wasWithin } from '#platform/recent.ts'

import { everyCurrency, stopWhatIsWrong } from './book-stops.ts'

/** Whether the books can be true, each minute; and what is stopped is not matched, on every server. */

const EVERY_MS = MINUTE_MS
/** Large books are looked at less often: one part in a hundred of a connection's time, at the most. */
const REST_PER_WORK = 100

export function bookWatch({ clock, exchange }: { clock: Clock; exchange: Exchange }): Chore {
  let lookedAt: Date | undefined
  let restMs = 0
  return {
    name: 'watch the books',
    async run(db) {
      const wallNow = clock.wallNow()
      if (!wasWithin(restMs, lookedAt, wallNow)) {
        const started = performance.now()
        const findings = await watchBooks(db)
        const tookMs = performance.now() - started
        lookedAt = wallNow
        restMs = Math.max(EVERY_MS, tookMs * REST_PER_WORK)
        const found = findings.map((each) => ({ ...each, concerns: everyCurrency }))
        if (found.length > 0) await stopWhatIsWrong(db, found, clock)
      }
      await exchange.stopMatching({
        currencies: await unmatchedCurrencies(db),
        members: await stoppedMembers(db),
      })
    },
  }
}
