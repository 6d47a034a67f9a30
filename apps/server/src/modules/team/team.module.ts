import { defineModule } from '#module.ts'

import { VISIT_MS } from './invites.ts'
import { teamSweeps } from './team.jobs.ts'
import { serveTeam } from './team.routes.ts'
import { inviteReward, inviteRuns, teamBonus } from './team.settings.ts'
import { referralStates } from './team.states.ts'

export const teamModule = defineModule({
  calls: ({ serve }) => serveTeam(serve),
  settings: [inviteReward, inviteRuns, teamBonus],
  states: [referralStates],
  sweeps: () => teamSweeps,
  kept: [{ table: 'visit', column: 'created_at', keepMs: VISIT_MS, by: 'now' }],
})
