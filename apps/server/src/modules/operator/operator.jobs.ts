import type { Sweep } from '#jobs/jobs.ts'

import { forgetOldOperatorSessions } from './operator-session.ts'
import { expireProposals } from './proposal.ts'

export const operatorSweeps: readonly Sweep[] = [
  {
    name: 'forget old sessions of operators',
    run: (tx, { wallNow }) => forgetOldOperatorSessions(tx, wallNow),
  },
  { name: 'expire proposals', run: (tx, { now }) => expireProposals(tx, now) },
]
