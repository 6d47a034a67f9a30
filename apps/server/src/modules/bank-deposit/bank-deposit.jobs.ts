import type { Sweep } from '#platform/jobs.ts'

import { returnUndecided } from './bank-deposit.ts'

export const bankDepositSweeps: readonly Sweep[] = [
  { name: 'close undecided bank deposits', run: returnUndecided },
]
