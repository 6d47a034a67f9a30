import { readFirstPage } from '@btbc/contract/first-page.ts'

import type { ServeDirect } from '#http/serve.ts'
import { findSampleMember } from '#modules/account/index.ts'
import type { Promises } from '#modules/solvency/solvency.ts'

import { openFirstPage } from './first-page.ts'

export function serveFirstPage(serve: ServeDirect, { promises }: { promises: Promises }): void {
  const figuresAt = openFirstPage(promises)
  serve(readFirstPage, async ({ db, isLocal, ...at }) => {
    const { openRuns, ...figures } = await figuresAt(db, at)
    // Only who may use the sample members is told that there are any.
    const isOpen = isLocal && (await findSampleMember(db)) !== undefined
    return { ...figures, open_runs: openRuns, may_look_around: isOpen }
  })
}
