import { defineModule } from '#module.ts'
import { DAY_MS } from '#platform/durations.ts'
import { sql } from 'kysely'

import { rewardHold, rewardRelease } from './sybil.hold.ts'
import { sybilChore } from './sybil.jobs.ts'
import { serveSybil } from './sybil.routes.ts'
import { sybilStates } from './sybil.states.ts'

export const sybilModule = defineModule({
  calls: ({ serveOperator }) => serveSybil(serveOperator),
  proposals: () => [rewardHold, rewardRelease],
  states: [sybilStates],
  outside: ({ clock }) => [sybilChore(clock)],
  // What nobody decided about and is not found any more.
  kept: [
    {
      table: 'sybil_group',
      column: 'looked_at',
      keepMs: 30 * DAY_MS,
      by: 'now',
      where: sql`state = 'found'`,
    },
  ],
})
