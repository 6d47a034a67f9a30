import type { Sweep } from '#platform/jobs.ts'

import { expireProposals } from '#modules/review/index.ts'

export const operatorSweeps: readonly Sweep[] = [
  { name: 'expire proposals', run: (tx, { now }) => expireProposals(tx, now) },
]
