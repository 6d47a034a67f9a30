import { setTimeout as sleep } from 'node:timers/promises'

import type { Clock } from '#platform/clock.ts'

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

export function startChainWorks(parts: {
  chain: Chain
  clock: Clock
  works: readonly ChainWork[]
  report: (error: unknown, what: string) => void
}): ChainWorks {
  const { chain, clock, works, report } = parts
  const stopping = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = async (turn: () => Promise<void>): Promise<void> => {
    const next = last.then(turn, turn)
    last = next.catch(() => undefined)
    await next
  }
  const turn = async () => {
    const head = await readHead(chain)
    const failures: unknown[] = []
    for (const work of works) {
      if (stopping.signal.aborted) return
      const at = { now: clock.now(), wallNow: clock.wallNow(), head }
      await work.run(at).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await inTurn(turn).catch((error: unknown) => {
        if (!stopping.signal.aborted) report(error, 'the chain work failed and will be tried again')
      })
      await sleep(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = loop()
  return {
    step: () => inTurn(turn),
    async stop() {
      stopping.abort()
      await running
      for (const work of works) await work.stop?.()
    },
  }
}
