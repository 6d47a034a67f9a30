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
  /** What it goes on with when the turn is over: it only asks, and no turn waits for it but its own next. */
  aside?(signal: AbortSignal): Promise<void>
  stop?(): Promise<void>
}

export type ChainWorks = {
  /** One turn of every work, in their order, now, and what they go on with. Throws what failed first. */
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
  const asides = keepAsides(failed, stopping.signal)
  /** What failed, and what comes of what it left to be gone on with. */
  const turn = async (): Promise<unknown[]> => {
    const head = await readHead(chain)
    const failures: unknown[] = []
    for (const work of works) {
      if (stopping.signal.aborted) break
      const underWay = asides.underWay.get(work)
      if (underWay) {
        failures.push(underWay)
        continue
      }
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
      failures.push(asides.begin(work))
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
      const failures = await Promise.all(await inTurn(turn))
      const failure = failures.find((each) => each !== undefined)
      if (failure !== undefined) throw failure
    },
    async stop() {
      stopping.abort()
      await running
      await Promise.all(asides.underWay.values())
      for (const work of works) await work.stop?.()
    },
  }
}

/** What goes on beside the turns, by work; what comes of it is what failed, or nothing. */
function keepAsides(failed: (error: unknown, name: string) => void, signal: AbortSignal) {
  const underWay = new Map<ChainWork, Promise<unknown>>()
  return {
    underWay,
    begin(work: ChainWork): Promise<unknown> | undefined {
      const told = (error: unknown) => {
        failed(error, work.name)
        return error
      }
      const done = work
        .aside?.(signal)
        .then(() => undefined, told)
        .finally(() => underWay.delete(work))
      if (done) underWay.set(work, done)
      return done
    },
  }
}
