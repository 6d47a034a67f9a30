import { keepDays } from '@btbc/ledger/days.ts'

import { defineModule, type House } from '#module.ts'
import { MINUTE_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'

import { countHours, HOURS_KEPT_MS } from './hours.ts'
import { serveCourse, serveReports } from './report.routes.ts'

export const reportModule = defineModule({
  calls({ serveOperator }, { config, queues }) {
    serveReports(serveOperator, config.dataDirectory)
    serveCourse(serveOperator, queues)
  },
  chores: (house) => [daysChore, hoursChore(house)],
  kept: [{ table: 'house_hour', column: 'hour', keepMs: HOURS_KEPT_MS, by: 'now' }],
})

/** Adds what was sealed to its days, at the start and each minute after it. */
const daysChore: Chore = {
  name: 'keep the days of the books',
  everyMs: MINUTE_MS,
  // What is left of old books goes on in the next second: deadlines wait in the same lane.
  run: async (db) => ((await keepDays(db)) ? undefined : 'again'),
}

/** Counts the hours of the house that are over, looked at each minute of its own time. */
function hoursChore({ clock, queues }: House): Chore {
  let countedAt = Number.NEGATIVE_INFINITY
  return {
    name: 'count the hours of the house',
    async run(db) {
      const now = clock.now()
      if (now.getTime() - countedAt < MINUTE_MS) return
      // The others of a long stretch come in the next second, as with the days.
      if (await countHours(db, { queues, now })) countedAt = now.getTime()
    },
  }
}
