import { keepDays } from '@btbc/ledger/days.ts'

import { defineModule } from '#module.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'

import { serveReports } from './report.routes.ts'

export const reportModule = defineModule({
  calls: ({ serveOperator }, { config }) => serveReports(serveOperator, config.dataDirectory),
  chores: () => [daysChore()],
})

/** Adds what was sealed to its days, at the start and each minute after it. */
function daysChore(): Chore {
  let keptAt = Number.NEGATIVE_INFINITY
  return {
    name: 'keep the days of the books',
    async run(db, wallNow) {
      if (wallNow.getTime() - keptAt < MINUTE_MS) return
      // What is left of old books goes on in the next second: deadlines wait in the same lane.
      if (await keepDays(db)) keptAt = wallNow.getTime()
    },
  }
}
