import type { Sweep } from '#platform/jobs.ts'

import { eraseDueNumbers } from './identity.ts'

export const identitySweeps: Sweep[] = [
  { name: 'erase document numbers', run: (tx, { now }) => eraseDueNumbers(tx, now) },
]
