/** Reads that come in one turn of the event loop, or while an earlier one is under way, are asked together. */

import { setImmediate as turn } from 'node:timers/promises'
import type { Db, Tx } from '#database.ts'

/** Of one read, those that take their time included. */
const UNDER_WAY_MAX = 3
/** Whoever waits for a statement that takes longer goes without it. */
const SLOW_MS = 30
const MOST = 200

type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

type Queue<Asked, Answer> = { waiting: Waiting<Asked, Answer>[]; underWay: number; slow: number }

/**
 * A read of many at once as the read of one: those who ask in one turn of the event loop share a statement,
 * and those who ask meanwhile the next, one at a time, as a second would only make each of them smaller.
 * It is sent after they have asked, so that each sees whatever was committed before. `ask` answers in the
 * order of the asking. In a transaction everybody asks alone.
 */
export function askTogether<Asked, Answer>(
  ask: (database: Db | Tx, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): (database: Db | Tx, asked: Asked) => Promise<Answer> {
  const queues = new WeakMap<Db, Queue<Asked, Answer>>()

  async function askBatch(db: Db, batch: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await ask(
        db,
        batch.map(({ asked }) => asked),
      )
      if (answers.length !== batch.length) throw new Error('a read did not answer each who asked')
      for (const [n, { resolve }] of batch.entries()) resolve(answers[n] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  async function work(db: Db, queue: Queue<Asked, Answer>): Promise<void> {
    queue.underWay += 1
    while (queue.waiting.length > 0 && queue.underWay - queue.slow === 1) {
      await turn()
      let isSlow = false
      const timer = setTimeout(() => {
        isSlow = true
        queue.slow += 1
        workIfFree(db, queue)
      }, SLOW_MS)
      await askBatch(db, queue.waiting.splice(0, MOST))
      clearTimeout(timer)
      if (isSlow) queue.slow -= 1
    }
    queue.underWay -= 1
  }

  function workIfFree(db: Db, queue: Queue<Asked, Answer>): void {
    const isFree = queue.underWay === queue.slow && queue.underWay < UNDER_WAY_MAX
    if (isFree && queue.waiting.length > 0) void work(db, queue)
  }

  return async (database, asked) => {
    if (database.isTransaction) {
      const [answer] = await ask(database, [asked])
      return answer as Answer
    }
    const queue = queues.get(database) ?? { waiting: [], underWay: 0, slow: 0 }
    queues.set(database, queue)
    return await new Promise<Answer>((resolve, reject) => {
      queue.waiting.push({ asked, resolve, reject })
      workIfFree(database, queue)
    })
  }
}
