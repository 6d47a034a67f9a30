import type { Clock } from '#platform/clock.ts'
import { loop, serial } from '#platform/background.ts'

import type { Chain } from './chain.ts'
import { type Head, readHead } from './head.ts'

/**
 * What the server does on the chain, again and again, beside the other jobs: a node that answers
 * slowly keeps nobody else waiting.
 */

/** One turn brings the books up to `head.final` at most and is safe to repeat. */
export type ChainWork = {
  name: string
  run(at: { now: Date; wallNow: Date; head: Head }): Promise<void>
  stop?(): Promise<void>
}

export type ChainWorks = {
  /** One turn of every work, in their order, now. Throws what the first failing one threw. */
  step(): Promise<void>
  stop(): Promise<void>
}

const EVERY_MS = 1000
/** What runs longer than this keeps its lane waiting, and somebody should know. */
const LONG_MS = 10_000

export function startChainWorks(parts: {
  chain: Chain
  clock: Clock
  works: readonly ChainWork[]
  report: (error: unknown, what: string) => void
  /** In tests: no turn comes by itself. */
  isIdle?: boolean | undefined
}): ChainWorks {
  const { chain, clock, works, report, isIdle = false } = parts
  const stopping = new AbortController()
  const inTurn = serial()
  const tooLong = (name: string) => report(new Error(name), 'a work on the chain takes long')
  const failed = (error: unknown, name: string) => {
    if (!stopping.signal.aborted) report(error, `${name} failed on the chain and is tried again`)
  }
  const turn = async (): Promise<unknown[]> => {
    const head = await readHead(chain)
    const failures: unknown[] = []
    for (const work of works) {
      if (stopping.signal.aborted) break
      const at = { now: clock.now(), wallNow: clock.wallNow(), head }
      const long = setTimeout(() => tooLong(work.name), LONG_MS)
      try {
        await work.run(at)
      } catch (error) {
        failures.push(error)
        failed(error, work.name)
      } finally {
        clearTimeout(long)
      }
    }
    return failures
  }
  const running = isIdle
    ? Promise.resolve()
    : loop({
        signal: stopping.signal,
        everyMs: EVERY_MS,
        work: () => inTurn(turn),
        failed: (error) => failed(error, 'reading the head'),
      })
  return {
    async step() {
      const [failure] = await inTurn(turn)
      if (failure !== undefined) throw failure
    },
    async stop() {
      stopping.abort()
      await running
      for (const work of works) await work.stop?.()
    },
  }
}
