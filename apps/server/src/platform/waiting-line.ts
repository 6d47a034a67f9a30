import { Refusal } from '@btbc/contract/refusals.ts'

export type WaitingLine = <T>(work: () => Promise<T>) => Promise<T>

/** How long one waits, by a number drawn between 0 and 1. */
export function patienceMs(waitMs: number, drawn: number): number {
  return waitMs * (1 - drawn / 2)
}

/**
 * Lets a few run at once. The next ones wait their turn; whoever would wait behind too many, or has
 * waited too long, is asked to come again. What is too long is drawn for each between a half of `waitMs` and
 * all of it: a crowd that came at once would leave at once, and come again at once.
 */
export function startWaitingLine(most: {
  atOnce: number
  waiting: number
  waitMs: number
}): WaitingLine {
  /** In the order of their coming. */
  const waiting = new Set<() => void>()
  let running = 0

  async function haveTurn(): Promise<void> {
    if (running < most.atOnce) {
      running += 1
      return
    }
    if (waiting.size >= most.waiting) throw new Refusal('try_again')
    await new Promise<void>((resolve, reject) => {
      const leave = setTimeout(
        () => {
          waiting.delete(begin)
          reject(new Refusal('try_again'))
        },
        patienceMs(most.waitMs, Math.random()),
      )
      const begin = () => {
        clearTimeout(leave)
        waiting.delete(begin)
        resolve()
      }
      waiting.add(begin)
    })
  }

  return async (work) => {
    await haveTurn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}
