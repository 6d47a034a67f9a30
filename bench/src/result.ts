/** What every benchmark gives back, and what `--json` prints. */
export type BenchResult = {
  bench: string
  /** Named `<what> / <peer>`, both measured in the same run. */
  ratios: Record<string, number>
  medians: Record<string, number>
  unit: string
}

/** `of` is into how many parts its sizes are divided, where it knows smaller ones. */
export type Bench = (asked: { of: number }) => Promise<BenchResult>

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0]
  return sorted.length % 2 === 0 ? (low + high) / 2 : high
}

/** The value that this part of all, such as 0.99, does not go beyond. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}
