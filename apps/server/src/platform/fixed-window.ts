/**
 * How much each has had in the present stretch of time. It does not slide: at its end all begin anew, and so
 * they do once `namesMax` are counted. Each process counts for itself.
 */
export function fixedWindow(lengthMs: number, namesMax = Infinity) {
  const sums = new Map<string | number, number>()
  let present = 0
  function used(name: string | number, nowMs: number): number {
    const window = Math.floor(nowMs / lengthMs)
    if (window !== present || sums.size >= namesMax) sums.clear()
    present = window
    return sums.get(name) ?? 0
  }
  return {
    used,
    /** Answers how much it is with that. */
    add(name: string | number, count: number, nowMs: number): number {
      const sum = used(name, nowMs) + count
      sums.set(name, sum)
      return sum
    },
    leftS: (nowMs: number) => Math.ceil((lengthMs - (nowMs % lengthMs)) / 1000),
  }
}
