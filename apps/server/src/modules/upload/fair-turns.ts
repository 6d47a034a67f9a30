import { Refusal } from '@btbc/contract/refusals.ts'

import { HOUR_MS } from '#platform/durations.ts'

/**
 * One at a time, and whoever took the least of it within the hour is next: somebody whose pictures take
 * long waits for others, and not they for them. When too many wait, the one who would be last is sent away.
 */

type Waiting = { owner: string; begin: () => void; sendAway: () => void }

export type FairTurns = <T>(owner: string, work: () => Promise<T>) => Promise<T>

export function fairTurns({ most, waitMs }: { most: number; waitMs: number }): FairTurns {
  const waiting: Waiting[] = []
  let isBusy = false
  let used = new Map<string, number>()
  let forgetAt = 0

  /** Of two who took as much, the first to come. */
  function inOrder(): Waiting[] {
    return waiting.toSorted((a, b) => (used.get(a.owner) ?? 0) - (used.get(b.owner) ?? 0))
  }

  function leave(one: Waiting | undefined): void {
    if (one) waiting.splice(waiting.indexOf(one), 1)
  }

  async function turnOf(owner: string): Promise<void> {
    if (!isBusy) {
      isBusy = true
      return
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const sendAway = () => {
      leave(one)
      reject(new Refusal('try_again'))
    }
    const one: Waiting = { owner, begin: resolve, sendAway }
    waiting.push(one)
    if (waiting.length > most) inOrder().at(-1)?.sendAway()
    const tooLong = setTimeout(sendAway, waitMs)
    await promise.finally(() => clearTimeout(tooLong))
  }

  function next(): void {
    const [first] = inOrder()
    leave(first)
    isBusy = first !== undefined
    first?.begin()
  }

  function note(owner: string, ms: number): void {
    const now = performance.now()
    if (now > forgetAt) {
      used = new Map()
      forgetAt = now + HOUR_MS
    }
    used.set(owner, (used.get(owner) ?? 0) + ms)
  }

  return async (owner, work) => {
    await turnOf(owner)
    const begun = performance.now()
    try {
      return await work()
    } finally {
      note(owner, performance.now() - begun)
      next()
    }
  }
}
