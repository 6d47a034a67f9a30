import type { Sweep } from '#platform/jobs.ts'

import { lapseUnpaid } from './fund.awaiting.ts'
import { payDueFunds } from './fund.pay.ts'

export const fundSweeps: readonly Sweep[] = [
  { name: 'release what was set aside for funds and not paid', run: lapseUnpaid },
  { name: 'pay funds whose term is over', run: payDueFunds },
]
