import { HOUR_MS } from '#platform/durations.ts'
import type { Chore } from '#platform/jobs.ts'

import { exportHead } from './log-heads.ts'

/** Signs where the log of operators ends, at the start and each hour after it. */
export function operatorChores(folder: string): Chore[] {
  return [
    {
      name: 'sign the log of operators',
      everyMs: HOUR_MS,
      run: (db, wallNow) => exportHead(db, folder, wallNow),
    },
  ]
}
