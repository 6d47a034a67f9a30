import { formatAmount, parseAmount } from '@btbc/money/amount.ts'

/** How the cover of a currency went, as a picture: whole numbers of a thousand. */

type Row = {
  at: string
  coverage: readonly { currency: number; owed: string; promised: string; there: string }[]
}
type Point = { there: bigint; due: bigint }
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

const THOUSAND = 1000n
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

/** The line of what was there, from the left edge to the right one. */
export function lineOf({ points }: Course, width: number, height: number): string {
  return heights(points, ({ there }) => there, height)
    .map((y, n, all) => step(n, all.length, width, y))
    .join('')
}

/** The area of what was due, down to the floor. */
export function areaOf({ points }: Course, width: number, height: number): string {
  const tops = heights(points, ({ due }) => due, height)
  const line = tops.map((y, n) => step(n, tops.length, width, y)).join('')
  return `${line}V${height}H0Z`
}

/** A single point is drawn as a level line. */
function step(n: number, count: number, width: number, y: number): string {
  if (count === 1) return `M0 ${y}H${width}`
  const x = Math.round((n * width) / (count - 1))
  return `${n === 0 ? 'M' : 'L'}${x} ${y}`
}

function heights(
  points: readonly Point[],
  figureOf: (point: Point) => bigint,
  height: number,
): number[] {
  const most = points.reduce((top, { there, due }) => {
    const higher = there > due ? there : due
    return higher > top ? higher : top
  }, 1n)
  const room = height - 2
  return points.map((point) => {
    const figure = figureOf(point)
    const share = figure > 0n ? Number((figure * THOUSAND) / most) : 0
    return Math.round(height - 1 - (share * room) / Number(THOUSAND))
  })
}
