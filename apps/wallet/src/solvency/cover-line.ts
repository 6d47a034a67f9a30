/** What was there and what was due, as a picture: whole numbers of a thousand. */

export type Point = { there: bigint; due: bigint }

const THOUSAND = 1000n

/** The line of what was there, from the left edge to the right one. */
export function lineOf(points: readonly Point[], width: number, height: number): string {
  return heights(points, ({ there }) => there, height)
    .map((y, n, all) => step(n, all.length, width, y))
    .join('')
}

/** The area of what was due, down to the floor. */
export function areaOf(points: readonly Point[], width: number, height: number): string {
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
