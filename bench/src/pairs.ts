/** The same work done where there is much and where there is little, measured in turns. */

import type { HttpConnections } from '#http-client.ts'
import { median } from '#result.ts'

const WARM_UP_PART = 0.1

/** Does its work once; answers how many it did and the milliseconds that took. */
export type Work = () => Promise<{ count: number; ms: number }>

export type Pair = { name: string; much: Work; little: Work }

/** Medians in microseconds for each that was done, and how many times as long each takes with much. */
export async function measurePairs(
  pairs: readonly Pair[],
  rounds: number,
): Promise<{ medians: Record<string, number>; ratios: Record<string, number> }> {
  const times = new Map<string, number[]>()
  for (let round = 1; round <= rounds; round += 1) {
    for (const { name, much, little } of pairs) {
      for (const [side, work] of Object.entries({ little, much })) {
        const { count, ms } = await work()
        const each = (ms * 1_000) / count
        const what = `µs of ${name}, ${side}`
        times.set(what, [...(times.get(what) ?? []), each])
        console.error(`round ${round}: ${Math.round(each)} ${what} (${count})`)
      }
    }
  }
  const medians = Object.fromEntries([...times].map(([what, each]) => [what, median(each)]))
  const ratios = Object.fromEntries(
    pairs.map(({ name }) => {
      const of = (side: string) => medians[`µs of ${name}, ${side}`] ?? Number.NaN
      return [`${name}, much / little`, of('much') / of('little')]
    }),
  )
  return { medians, ratios }
}

/** So many calls from all connections at once, after some that are not counted. */
export function callsOver(
  callers: HttpConnections,
  parts: {
    connections: number
    count: number
    prepare?: (() => Promise<unknown>) | undefined
    step: (n: number) => Promise<unknown>
  },
): Work {
  const { connections, count, prepare, step } = parts
  const run = async (calls: number) => {
    let left = calls
    const write = async (n: number) => {
      while (left > 0) {
        left -= 1
        await step(n)
      }
    }
    await Promise.all(Array.from({ length: connections }, (_, n) => write(n)))
  }
  return async () => {
    await prepare?.()
    await callers.renew()
    await run(Math.ceil(count * WARM_UP_PART))
    const startedAt = performance.now()
    await run(count)
    return { count, ms: performance.now() - startedAt }
  }
}
