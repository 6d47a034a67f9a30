import type { Serve } from '#http/serve.ts'

import { describeSolvency } from './solvency.ts'

export function serveSolvency(serve: Serve): void {
  serve('/solvency', ({ tx, now }) => describeSolvency(tx, now))
}
