import type { Sweep } from '#platform/jobs.ts'
import { forgetOldStepUps } from './step-up.ts'

export const securitySweeps: readonly Sweep[] = [
  { name: 'forget old step-ups', run: (tx, { wallNow }) => forgetOldStepUps(tx, wallNow) },
]
