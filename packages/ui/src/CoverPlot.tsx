import { areaOf, type DrawnPoint, lineOf } from '#cover-line.ts'

const WIDTH = 310
const HEIGHT = 72

type CoverPlotProps = {
  points: readonly DrawnPoint[]
  /** Copper for what is no comparison. */
  stroke?: 'stroke-up' | 'stroke-ac'
}

/** The line of what was there over the area of what was due; what it shows is said in words beside it. */
export function CoverPlot({ points, stroke = 'stroke-up' }: CoverPlotProps) {
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="h-18 w-full overflow-visible"
    >
      <path d={areaOf(points, WIDTH, HEIGHT)} className="fill-acf" />
      <path
        d={lineOf(points, WIDTH, HEIGHT)}
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className={stroke}
      />
    </svg>
  )
}

/** Which is which in the plots below. */
export function CoverKey({ there, due }: { there: string; due: string }) {
  return (
    <p aria-hidden className="flex flex-wrap gap-x-4 text-label text-mut">
      <span className="flex items-center gap-1.5">
        <span className="h-0.5 w-3 bg-up" />
        {there}
      </span>
      <span className="flex items-center gap-1.5">
        <span className="size-2 bg-acf" />
        {due}
      </span>
    </p>
  )
}
