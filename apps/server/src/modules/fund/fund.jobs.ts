import type { Sweep } from '#platform/jobs.ts'

import { payDueFunds } from './fund.pay.ts'

export const fundSweeps: readonly Sweep[] = [
  { name: 'pay funds whose term is over', run: payDueFunds },
]
