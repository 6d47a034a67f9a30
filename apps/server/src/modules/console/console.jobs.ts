import type { Sweep } from '#platform/jobs.ts'

import { forgetOldOperatorSessions } from '#modules/operator/operator-session.ts'
import { expireProposals } from '#modules/review/proposal.ts'

export const operatorSweeps: readonly Sweep[] = [
  {
    name: 'forget old sessions of operators',
    run: (tx, { wallNow }) => forgetOldOperatorSessions(tx, wallNow),
  },
  { name: 'expire proposals', run: (tx, { now }) => expireProposals(tx, now) },
]
