/** Runs work soon after it was asked for, and not more often than every so many milliseconds. */
export type Pace = { ask(): void; stop(): void }

export function throttle(everyMs: number, work: () => void): Pace {
  let waiting: NodeJS.Timeout | undefined
  let lastAt = -Infinity
  return {
    ask() {
      if (waiting) return
      const wait = Math.max(0, lastAt + everyMs - performance.now())
      waiting = setTimeout(() => {
        waiting = undefined
        lastAt = performance.now()
        work()
      }, wait)
    },
    stop() {
      clearTimeout(waiting)
    },
  }
}
