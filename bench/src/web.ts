/** The web app on a phone: bytes per route against the design's budgets, and Lighthouse mobile. */

import type { BenchResult } from '#result.ts'
import { measurePages } from '#web-pages.ts'
import { measureSizes } from '#web-sizes.ts'

/** Ratios are of the budget: at most 1 is within it. Scores are of 100, times in ms, sizes in kB. */
export async function run(): Promise<BenchResult> {
  const sizes = measureSizes()
  const pages = await measurePages()
  const scores = Object.entries(pages).flatMap(
    ([page, { performance, accessibility, ...times }]) => [
      [`${page}: performance`, performance],
      [`${page}: accessibility`, accessibility],
      [`${page}: largest paint, ms`, Math.round(times.lcpMs)],
      [`${page}: blocking time, ms`, Math.round(times.tbtMs)],
      [`${page}: layout shift`, times.cls],
    ],
  )
  return {
    bench: 'web',
    ratios: Object.fromEntries(
      sizes.map(({ what, kb, budgetKb }) => [`${what} / budget`, kb / budgetKb]),
    ),
    medians: Object.fromEntries([...sizes.map(({ what, kb }) => [`${what}, kB`, kb]), ...scores]),
    unit: '',
  }
}
