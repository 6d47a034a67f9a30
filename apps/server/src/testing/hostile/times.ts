/** How long honest calls took, each by its name: as ever, and while others do what they can. */

export type Times = Map<string, number[]>

const SLOWER_MAX = 5
/** Below this nobody notices. */
const UNNOTICED_MS = 100

/** Each call then and now, the worst last; and those that became too slow. */
export function compare(usual: Times, attacked: Times): { lines: string[]; slower: string[] } {
  const calls = [...usual].map(([name, times]) => {
    const [was, is] = [summary(times), summary(attacked.get(name) ?? [])]
    const isSlow = (each: 'median' | 'p95') =>
      is[each] > Math.max(UNNOTICED_MS, SLOWER_MAX * was[each])
    const change = (each: 'median' | 'p95' | 'slowest') =>
      `${each} ${was[each].toFixed(1)} → ${is[each].toFixed(1)} ms`
    const text = `${name}: ${change('median')}, ${change('p95')}, ${change('slowest')}`
    const ratio = Math.max(is.median / was.median, is.p95 / was.p95)
    return { text, ratio, isSlow: isSlow('median') || isSlow('p95') }
  })
  const [worst] = calls.toSorted((a, b) => b.ratio - a.ratio)
  return {
    lines: [
      ...calls.map(({ text }) => text),
      `The worst was ${worst?.ratio.toFixed(1)} times its usual: ${worst?.text}`,
    ],
    slower: calls.filter(({ isSlow }) => isSlow).map(({ text }) => text),
  }
}

/** The middle, what 95 of a hundred stay under, and what all do. */
function summary(values: readonly number[]): Record<'median' | 'p95' | 'slowest', number> {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0
  return { median: at(0.5), p95: at(0.95), slowest: at(1) }
}
