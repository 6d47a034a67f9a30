import type { Chore } from '#platform/jobs.ts'

import { exportHead } from './log-heads.ts'

const EVERY_MS = 60 * 60 * 1000

/** Signs where the log of operators ends, at the start and each hour after it. */
export function operatorChores(folder: string): Chore[] {
  let signedAt = Number.NEGATIVE_INFINITY
  return [
    {
      name: 'sign the log of operators',
      async run(db, wallNow) {
        if (wallNow.getTime() - signedAt < EVERY_MS) return
        await exportHead(db, folder, wallNow)
        signedAt = wallNow.getTime()
      },
    },
  ]
}
