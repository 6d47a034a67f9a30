import type { Sweep } from '#platform/jobs.ts'

import { addUpTeams, lookAgain } from './team.members.ts'
import { lapseReferrals, payNextInviter } from './team.ts'

/** After the sweep that closes runs: a run that ends makes a reward due. */
export const teamSweeps: readonly Sweep[] = [
  { name: 'pay referrals', run: (tx, { now }) => payNextInviter(tx, now) },
  { name: 'lapse referrals', run: (tx, { now }) => lapseReferrals(tx, now) },
  { name: 'look again at who counts', run: (tx, { now }) => lookAgain(tx, now) },
  { name: 'add up the teams', run: (tx) => addUpTeams(tx) },
]
