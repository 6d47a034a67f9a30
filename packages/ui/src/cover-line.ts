/** What was there and what was due, as a picture: whole numbers of a thousand. */

export type Point = { there: bigint; due: bigint }
/** What nobody knows is a gap in the line. */
export type DrawnPoint = { there: bigint | undefined; due: bigint }

const THOUSAND = 1000n

/** The line of what was there, from the left edge to the right one. */
export function lineOf(points: readonly DrawnPoint[], width: number, height: number): string {
  const scale = scaleOf(points, height)
  return points
    .map(({ there }, n) => {
      if (there === undefined) return ''
      const isAlone = points[n + 1]?.there === undefined && points.length > 1
      if (points[n - 1]?.there !== undefined)
        return step(n, points.length, width, scale(there), 'L')
      return `${step(n, points.length, width, scale(there), 'M')}${isAlone ? 'h0' : ''}`
    })
    .join('')
}

/** The area of what was due, down to the floor. */
export function areaOf(points: readonly DrawnPoint[], width: number, height: number): string {
  const scale = scaleOf(points, height)
  const line = points.map(({ due }, n) =>
    step(n, points.length, width, scale(due), n === 0 ? 'M' : 'L'),
  )
  return `${line.join('')}V${height}H0Z`
}

/** A single point is drawn as a level line. */
function step(n: number, count: number, width: number, y: number, begin: 'M' | 'L'): string {
  if (count === 1) return `M0 ${y}H${width}`
  return `${begin}${Math.round((n * width) / (count - 1))} ${y}`
}

function scaleOf(points: readonly DrawnPoint[], height: number): (figure: bigint) => number {
  const most = points.reduce((top, { there = 0n, due }) => {
    const higher = there > due ? there : due
    return higher > top ? higher : top
  }, 1n)
  const room = height - 2
  return (figure) => {
    const share = figure > 0n ? Number((figure * THOUSAND) / most) : 0
    return Math.round(height - 1 - (share * room) / Number(THOUSAND))
  }
}
