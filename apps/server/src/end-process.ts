const STOP_MS_MAX = 8000

/** Ends this process once it is told to, in these steps, and badly when they take too long. */
export function endWhenTold(steps: readonly (() => Promise<unknown>)[]): void {
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_MS_MAX).unref()
    for (const step of steps) await step()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => void stop())
}
