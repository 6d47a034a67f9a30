import type { Sweep } from '#platform/jobs.ts'

import { payDueLocks } from './lock.pay.ts'

export const lockSweeps: readonly Sweep[] = [{ name: 'pay the days of locks', run: payDueLocks }]
