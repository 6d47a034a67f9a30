import type { Sweep } from '#jobs/jobs.ts'
import { forgetOldStepUps } from '#modules/security/step-up.ts'

export const securitySweeps: readonly Sweep[] = [
  { name: 'forget old step-ups', run: (tx, { wallNow }) => forgetOldStepUps(tx, wallNow) },
]
