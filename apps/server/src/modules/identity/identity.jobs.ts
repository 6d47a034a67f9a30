import type { Sweep } from '#platform/jobs.ts'

import { endUndecided, eraseDueNumbers } from './identity.ts'

export const identitySweeps: Sweep[] = [
  { name: 'end undecided identities', run: endUndecided },
  { name: 'erase document numbers', run: (tx, { now }) => eraseDueNumbers(tx, now) },
]
