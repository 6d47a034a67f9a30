/**
 * One turn at a time: whoever asks while one is under way shares the next with all who do, and so
 * never gets an answer that was begun before the question.
 */
export function takeTurns<T>(): (work: () => Promise<T>) => Promise<T> {
  let present: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | undefined
  return (work) => {
    next ??= present.then(() => {
      next = undefined
      const turn = work()
      present = turn.catch(() => undefined)
      return turn
    })
    return next
  }
}
