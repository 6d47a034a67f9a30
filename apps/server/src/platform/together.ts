import { Refusal } from '@btbc/contract/refusals.ts'

/** What is asked while a batch is under way waits for the next one, which takes all of it. */

/** The answer, or the throwing of it; or that this one would make the others wait. */
export type Outcome<Answer> = (() => Answer) | 'held up'

/** Of one that was refused, or failed. */
export function refused(error: unknown): () => never {
  return () => {
    throw error
  }
}

type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Promise<Answer> | Answer) => void
}

const WAITING_MAX = 10_000

/**
 * Does in one batch what was asked meanwhile. In a batch nobody is named twice. When a batch fails,
 * each of it is done alone, so that a fault is its asker's, unless it may have been done and would be done
 * twice; whoever is held up is done alone too, and the others go on.
 */
export function together<Asked, Answer>(parts: {
  most: number
  nameOf: (asked: Asked) => number
  work: (batch: readonly Asked[], options: { alone: boolean }) => Promise<Outcome<Answer>[]>
  /** Whether this may be done again after a batch that failed so. */
  mayRepeat: (asked: Asked, failure: unknown) => boolean
}): (asked: Asked) => Promise<Answer> {
  const { most, nameOf, work, mayRepeat } = parts
  let waiting: Waiting<Asked, Answer>[] = []
  let isWorking = false

  function take(): Waiting<Asked, Answer>[] {
    const batch = new Map<number, Waiting<Asked, Answer>>()
    waiting = waiting.filter((each) => {
      const name = nameOf(each.asked)
      if (batch.size === most || batch.has(name)) return true
      batch.set(name, each)
      return false
    })
    return [...batch.values()]
  }

  async function doAlone(asked: Asked): Promise<Answer> {
    const [outcome = 'held up'] = await work([asked], { alone: true })
    if (outcome === 'held up') throw new Error('nothing holds up what is done alone')
    return outcome()
  }

  async function doBatch(batch: readonly Waiting<Asked, Answer>[]): Promise<void> {
    const { outcomes, failure } = await work(
      batch.map(({ asked }) => asked),
      { alone: false },
    ).then(
      (all) => ({ outcomes: all, failure: undefined }),
      (error: unknown) => ({ outcomes: undefined, failure: error }),
    )
    for (const [n, { asked, resolve }] of batch.entries()) {
      const outcome = outcomes?.[n]
      if (typeof outcome === 'function') resolve(new Promise((settle) => settle(outcome())))
      else if (outcomes || mayRepeat(asked, failure)) resolve(doAlone(asked))
      else resolve(Promise.reject(failure))
    }
  }

  async function workOn(): Promise<void> {
    if (isWorking) return
    isWorking = true
    while (waiting.length > 0) await doBatch(take())
    isWorking = false
  }

  return async (asked) => {
    if (waiting.length >= WAITING_MAX) throw new Refusal('try_again')
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.push({ asked, resolve })
    void workOn()
    return await promise
  }
}
