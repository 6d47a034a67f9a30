import type { Step } from '#screens/lock/growth.ts'

/** Draws the growth of income. A picture: thousandths are enough, and nothing is calculated from it. */

type Growth = {
  steps: readonly Step[]
  now: number
  /** How much of it is drawn, from the left: 0 to 1. */
  shown: number
}

const PADDING = 8
const PARTS = 10_000n

export function drawGrowth(pen: CanvasRenderingContext2D, { steps, now, shown }: Growth): void {
  const dots = devicePixelRatio
  const [width, height] = [pen.canvas.width / dots, pen.canvas.height / dots]
  pen.setTransform(dots, 0, 0, dots, 0, 0)
  pen.clearRect(0, 0, width, height)
  const [first, last] = [steps[0], steps.at(-1)]
  if (!first || !last || last.at === first.at) return
  const most = last.sum > 0n ? last.sum : 1n
  const x = (at: number) =>
    PADDING + ((at - first.at) / (last.at - first.at)) * (width - 2 * PADDING)
  const y = (sum: bigint) =>
    height - PADDING - (Number((sum * PARTS) / most) / Number(PARTS)) * (height - 2 * PADDING)
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const points = steps.map(({ at, sum }) => [x(at), y(sum)] as const)
  const here = Math.min(Math.max(x(now), PADDING), width - PADDING)

  grid(pen, { width, height, colour: colour('line') })
  const draw = (from: number, to: number, paint: () => void) => {
    pen.save()
    pen.beginPath()
    pen.rect(from, 0, Math.max(Math.min(to, width * shown) - from, 0), height)
    pen.clip()
    paint()
    pen.restore()
  }
  const [paid, coming] = [colour('acf'), colour('ac2')]
  draw(0, here, () => {
    area(pen, points, { floor: height - PADDING, colour: paid, alpha: 0.22 })
    line(pen, points, { colour: paid, width: 2.5, dash: [] })
  })
  draw(here, width, () => {
    area(pen, points, { floor: height - PADDING, colour: coming, alpha: 0.1 })
    line(pen, points, { colour: coming, width: 2, dash: [5, 5] })
  })
  if (shown * width >= here) dot(pen, [here, heightAt(points, here)], colour('acf'), colour('s1'))
}

type Point = readonly [x: number, y: number]

function grid(
  pen: CanvasRenderingContext2D,
  { width, height, colour }: { width: number; height: number; colour: string },
): void {
  pen.strokeStyle = colour
  pen.lineWidth = 1
  for (const part of [0, 0.5, 1]) {
    const at = Math.round(PADDING + part * (height - 2 * PADDING)) + 0.5
    pen.beginPath()
    pen.moveTo(PADDING, at)
    pen.lineTo(width - PADDING, at)
    pen.stroke()
  }
}

function trace(pen: CanvasRenderingContext2D, points: readonly Point[]): void {
  pen.beginPath()
  for (const [x, y] of points) pen.lineTo(x, y)
}

function line(
  pen: CanvasRenderingContext2D,
  points: readonly Point[],
  { colour, width, dash }: { colour: string; width: number; dash: number[] },
): void {
  trace(pen, points)
  pen.strokeStyle = colour
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.setLineDash(dash)
  pen.stroke()
}

function area(
  pen: CanvasRenderingContext2D,
  points: readonly Point[],
  { floor, colour, alpha }: { floor: number; colour: string; alpha: number },
): void {
  trace(pen, points)
  pen.lineTo(points.at(-1)?.[0] ?? 0, floor)
  pen.lineTo(points[0]?.[0] ?? 0, floor)
  pen.closePath()
  pen.globalAlpha = alpha
  pen.fillStyle = colour
  pen.fill()
  pen.globalAlpha = 1
}

function dot(pen: CanvasRenderingContext2D, [x, y]: Point, colour: string, behind: string): void {
  pen.beginPath()
  pen.arc(x, y, 5, 0, 2 * Math.PI)
  pen.fillStyle = colour
  pen.fill()
  pen.lineWidth = 2
  pen.strokeStyle = behind
  pen.stroke()
}

/** How high the line is between two of its points. */
function heightAt(points: readonly Point[], x: number): number {
  const after = points.findIndex(([each]) => each >= x)
  const [right, left] = [points[after], points[Math.max(after - 1, 0)]]
  if (!right || !left) return points.at(-1)?.[1] ?? 0
  const part = right[0] === left[0] ? 1 : (x - left[0]) / (right[0] - left[0])
  return left[1] + part * (right[1] - left[1])
}
