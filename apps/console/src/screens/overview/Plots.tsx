import { say } from '@btbc/contract/operator/operator-text.ts'
import { CoverKey, CoverPlot } from '@btbc/ui/CoverPlot.tsx'
import type { DrawnPoint } from '@btbc/ui/cover-line.ts'
import type { ReactNode } from 'react'

import { count, lasting, percent } from '#format.ts'
import type { Point, Span } from '#screens/overview/Course.tsx'
import { whenOf } from '#screens/overview/when.ts'
import { workNames } from '#screens/overview/works.ts'

type Shown = { points: readonly Point[]; span: Span }

const WHOLE = 10_000n

/** One plot for each thing, each with what it says in words. */
export function Plots(shown: Shown) {
  const { points, span } = shown
  return (
    <div className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
      <Counted {...shown} title={say('overview.newMembers')} figureOf={({ members }) => members} />
      <Counted {...shown} title={say('overview.runs')} figureOf={({ runs }) => runs} />
      <Counted {...shown} title={say('overview.trades')} figureOf={({ trades }) => trades} />
      <Payments {...shown} />
      <Covered points={points} span={span} />
      <Waited points={points} span={span} />
    </div>
  )
}

type PlotProps = Shown & {
  title: string
  figure: string
  drawn: readonly DrawnPoint[]
  stroke?: 'stroke-ac'
  /** What the picture says, in words. */
  children: ReactNode
}

function Plot({ points, span, title, figure, children, ...picture }: PlotProps) {
  const [first, last] = [points[0], points.at(-1)]
  return (
    <figure className="card grid content-start gap-2 p-4">
      <figcaption className="grid gap-1">
        <span className="text-small text-mut">{title}</span>
        <span className="num text-amount font-semibold">{figure}</span>
      </figcaption>
      <CoverPlot points={picture.drawn} {...(picture.stroke && { stroke: picture.stroke })} />
      <p aria-hidden className="num flex justify-between text-label text-mut">
        <span>{first && whenOf(first.at, span)}</span>
        <span>{last && whenOf(last.at, span)}</span>
      </p>
      <div className="num text-small text-sub">{children}</div>
    </figure>
  )
}

type CountedProps = Shown & { title: string; figureOf: (point: Point) => number }

function Counted({ title, figureOf, ...shown }: CountedProps) {
  const { points, span } = shown
  const sum = points.reduce((all, point) => all + figureOf(point), 0)
  const most = mostOf(points, figureOf)
  const drawn = points.map((point) => ({
    there: BigInt(figureOf(point)),
    due: BigInt(figureOf(point)),
  }))
  return (
    <Plot {...shown} title={title} figure={count(sum)} drawn={drawn} stroke="stroke-ac">
      {most === undefined || sum === 0
        ? say('overview.none')
        : say('overview.most', { count: count(figureOf(most)), at: whenOf(most.at, span) })}
    </Plot>
  )
}

function Payments(shown: Shown) {
  const { points } = shown
  const sum = (figureOf: (point: Point) => number) =>
    count(points.reduce((all, point) => all + figureOf(point), 0))
  const drawn = points.map(({ deposits, withdrawals }) => ({
    there: BigInt(deposits),
    due: BigInt(withdrawals),
  }))
  const facts = {
    deposits: sum(({ deposits }) => deposits),
    withdrawals: sum(({ withdrawals }) => withdrawals),
  }
  return (
    <Plot
      {...shown}
      title={say('overview.payments')}
      figure={say('overview.inAndOut', facts)}
      drawn={drawn}
    >
      <CoverKey there={say('overview.deposits')} due={say('overview.withdrawals')} />
    </Plot>
  )
}

function Covered(shown: Shown) {
  const { points, span } = shown
  const known = points.flatMap(({ at, covered }) => (covered === null ? [] : [{ at, covered }]))
  const least = mostOf(known, ({ covered }) => -covered)
  const drawn = points.map(({ covered }) => ({
    there: covered === null ? undefined : BigInt(covered),
    // What nobody proved is not drawn as if it were due.
    due: covered === null ? 0n : WHOLE,
  }))
  const last = known.at(-1)
  return (
    <Plot
      {...shown}
      title={say('overview.covered')}
      figure={last ? percent(last.covered) : '–'}
      drawn={drawn}
    >
      {least
        ? say('overview.least', { percent: percent(least.covered), at: whenOf(least.at, span) })
        : say('overview.noProof')}
      {least && <CoverKey there={say('overview.there')} due={say('overview.due')} />}
    </Plot>
  )
}

function Waited(shown: Shown) {
  const { points, span } = shown
  const known = points.flatMap(({ at, waited }) => (waited === null ? [] : [{ at, ...waited }]))
  const longest = mostOf(known, ({ minutes }) => minutes)
  const drawn = points.map(({ waited }) => ({
    there: waited === null ? undefined : BigInt(waited.minutes),
    due: 0n,
  }))
  return (
    <Plot
      {...shown}
      title={say('overview.longestWait')}
      figure={longest ? lasting(longest.minutes) : '–'}
      drawn={drawn}
      stroke="stroke-ac"
    >
      {longest
        ? say('overview.waitedIn', { work: workNames[longest.work], at: whenOf(longest.at, span) })
        : say('overview.nobodyWaited')}
    </Plot>
  )
}

/** The newest of those with the highest figure. */
function mostOf<Each>(all: readonly Each[], figureOf: (each: Each) => number): Each | undefined {
  return all.reduce<Each | undefined>(
    (most, each) => (most !== undefined && figureOf(most) > figureOf(each) ? most : each),
    undefined,
  )
}
