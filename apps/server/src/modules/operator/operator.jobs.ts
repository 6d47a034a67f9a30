import type { Chore } from '#platform/jobs.ts'
import { wasWithin } from '#platform/recent.ts'

import { exportHead } from './log-heads.ts'

const EVERY_MS = 60 * 60 * 1000

/** Signs where the log of operators ends, at the start and each hour after it. */
export function operatorChores(folder: string): Chore[] {
  let signedAt: Date | undefined
  return [
    {
      name: 'sign the log of operators',
      async run(db, wallNow) {
        if (wasWithin(EVERY_MS, signedAt, wallNow)) return
        await exportHead(db, folder, wallNow)
        signedAt = wallNow
      },
    },
  ]
}
