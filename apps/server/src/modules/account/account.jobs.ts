import type { Sweep } from '#jobs/jobs.ts'
import { forgetOldVisits } from '#modules/account/invites.ts'

export const accountSweeps: readonly Sweep[] = [
  { name: 'forget old visits', run: (tx, { now }) => forgetOldVisits(tx, now) },
]
