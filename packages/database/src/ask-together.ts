/** Reads that come while an earlier one is under way are asked together, in one statement. */

import type { Db, Tx } from '#database.ts'

/** Statements of one read under way at once: more would only make each of them smaller. */
const UNDER_WAY_MAX = 2
const MOST = 200

type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

type Queue<Asked, Answer> = { waiting: Waiting<Asked, Answer>[]; underWay: number }

/**
 * A read of many at once as the read of one: whoever asks alone is answered at once, and those who ask
 * meanwhile share the next statement. It is sent after they have asked, so that each sees whatever was
 * committed before. `ask` answers in the order of the asking. In a transaction everybody asks alone.
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
    while (queue.waiting.length > 0) await askBatch(db, queue.waiting.splice(0, MOST))
    queue.underWay -= 1
  }

  return async (database, asked) => {
    if (database.isTransaction) {
      const [answer] = await ask(database, [asked])
      return answer as Answer
    }
    const queue = queues.get(database) ?? { waiting: [], underWay: 0 }
    queues.set(database, queue)
    return await new Promise<Answer>((resolve, reject) => {
      queue.waiting.push({ asked, resolve, reject })
      if (queue.underWay < UNDER_WAY_MAX) void work(database, queue)
    })
  }
}
