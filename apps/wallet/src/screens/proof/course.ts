import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

import type { Point } from '@btbc/ui/cover-line.ts'

/** How the cover of a currency went, from proof to proof. */

type Row = {
  at: string
  coverage: readonly { currency: number; owed: string; promised: string; there: string }[]
}
export type Course = {
  from: string
  to: string
  /** The least that was there of what was due, in percent and cut off; undefined where nothing was due. */
  least: string | undefined
  /** At the end. */
  there: string
  due: string
  points: readonly Point[]
}

const PERCENT_DECIMALS = 2
const PERCENT_UNITS = 10_000n

export function courseOf(rows: readonly Row[], currency: number): Course {
  const points = rows.flatMap(({ coverage }) => {
    const found = coverage.find((each) => each.currency === currency)
    return found ? [pointOf(found)] : []
  })
  const shares = points
    .filter(({ due }) => due > 0n)
    .map(({ there, due }) => (there * PERCENT_UNITS) / due)
  const least = shares.reduce<bigint | undefined>(
    (low, each) => (low === undefined || each < low ? each : low),
    undefined,
  )
  const last = points.at(-1) ?? { there: 0n, due: 0n }
  return {
    from: rows[0]?.at ?? '',
    to: rows.at(-1)?.at ?? '',
    least: least === undefined ? undefined : formatAmount(least, PERCENT_DECIMALS),
    there: formatAmount(last.there),
    due: formatAmount(last.due),
    points,
  }
}

function pointOf({ owed, promised, there }: { owed: string; promised: string; there: string }) {
  const units = (amount: string) => parseAmount(amount.replace('-', '')) ?? 0n
  const sign = there.startsWith('-') ? -1n : 1n
  return { there: sign * units(there), due: units(owed) + units(promised) }
}
