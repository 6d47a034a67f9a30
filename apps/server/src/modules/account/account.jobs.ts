import type { Sweep } from '#platform/jobs.ts'
import { forgetOldVisits } from '#modules/team/invites.ts'

export const accountSweeps: readonly Sweep[] = [
  { name: 'forget old visits', run: (tx, { now }) => forgetOldVisits(tx, now) },
]
