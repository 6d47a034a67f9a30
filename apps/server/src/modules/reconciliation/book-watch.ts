import type { Db } from '@btbc/database/database.ts'
import { watchBooks } from '@btbc/ledger/watch.ts'

import type { Exchange } from '#modules/exchange/index.ts'
import { stoppedMembers, untradedCurrencies } from '#modules/stop/stop.ts'
import type { Clock } from '#platform/clock.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'

import { everyCurrency, stopWhatIsWrong } from './book-stops.ts'

/** Whether the books can be true, each minute; and what is stopped is not matched, on every server. */

/** Large books are looked at less often: one part in a hundred of a connection's time, at the most. */
const REST_PER_WORK = 100

/** Each second, however long a look at the books takes: others stop and let go, too. */
export const stopsTold = (exchange: Exchange): Chore => ({
  name: 'tell what is stopped',
  run: (db) => tellStops(db, exchange),
})

export async function tellStops(db: Db, exchange: Exchange): Promise<void> {
  await exchange.stopMatching({
    currencies: await untradedCurrencies(db),
    members: await stoppedMembers(db),
  })
}

export function bookWatch({ clock, exchange }: { clock: Clock; exchange: Exchange }): Chore {
  return {
    name: 'watch the books',
    everyMs: MINUTE_MS,
    restPerWork: REST_PER_WORK,
    async run(db) {
      const findings = await watchBooks(db)
      if (findings.length === 0) return
      const found = findings.map((each) => ({ ...each, concerns: everyCurrency }))
      await stopWhatIsWrong(db, found, clock)
      await tellStops(db, exchange)
    },
  }
}
