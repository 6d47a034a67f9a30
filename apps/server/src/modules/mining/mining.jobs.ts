import type { Sweep } from '#platform/jobs.ts'

import { refillPool } from './mining.emission.ts'
import { sweepDueRuns } from './mining.runs.ts'

export const miningSweeps: readonly Sweep[] = [
  { name: 'close ended runs', run: (tx, { now }) => sweepDueRuns(tx, now) },
  { name: 'refill the mining pool', run: (tx, { now }) => refillPool(tx, now) },
]
