import type { Db } from '@btbc/database/database.ts'
import { watchBooks } from '@btbc/ledger/watch.ts'

import type { Exchange } from '#modules/exchange/index.ts'
import { stoppedMembers, unmatchedCurrencies } from '#modules/rail/index.ts'
import { loop } from '#platform/background.ts'
import type { Clock } from '#platform/clock.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'
import { wasWithin } from '#platform/recent.ts'

import { everyCurrency, stopWhatIsWrong } from './book-stops.ts'

/** Whether the books can be true, each minute; and what is stopped is not matched, on every server. */

const EVERY_MS = MINUTE_MS
/** Large books are looked at less often: one part in a hundred of a connection's time, at the most. */
const REST_PER_WORK = 100
const TELL_EVERY_MS = 1000

export async function tellStops(db: Db, exchange: Exchange): Promise<void> {
  await exchange.stopMatching({
    currencies: await unmatchedCurrencies(db),
    members: await stoppedMembers(db),
  })
}

export function bookWatch({ clock, exchange }: { clock: Clock; exchange: Exchange }): Chore {
  let lookedAt: Date | undefined
  let restMs = 0
  const look = async (db: Db, wallNow: Date): Promise<void> => {
    const started = performance.now()
    const findings = await watchBooks(db)
    const tookMs = performance.now() - started
    lookedAt = wallNow
    restMs = Math.max(EVERY_MS, tookMs * REST_PER_WORK)
    const found = findings.map((each) => ({ ...each, concerns: everyCurrency }))
    if (found.length > 0) await stopWhatIsWrong(db, found, clock)
  }
  return {
    name: 'watch the books',
    async run(db) {
      const wallNow = clock.wallNow()
      if (wasWithin(restMs, lookedAt, wallNow)) return await tellStops(db, exchange)
      // Others stop and let go meanwhile, and large books take their time.
      const looking = new AbortController()
      const telling = loop({
        signal: looking.signal,
        everyMs: TELL_EVERY_MS,
        work: () => tellStops(db, exchange),
        failed: () => undefined,
      })
      try {
        await look(db, wallNow)
      } finally {
        looking.abort()
        await telling
        await tellStops(db, exchange)
      }
    },
  }
}
