import { say } from '@btbc/contract/operator/operator-text.ts'

import { count, lasting, percent } from '#format.ts'
import type { Point, Span } from '#screens/overview/Course.tsx'
import { whenOf } from '#screens/overview/when.ts'
import { workNames } from '#screens/overview/works.ts'
import { type Column, Table } from '#shell/Table.tsx'

/** The same figures as the plots, for who reads rather than looks. */
export function CourseTable({ points, span }: { points: readonly Point[]; span: Span }) {
  return (
    <details>
      <summary className="press cursor-pointer py-3 text-small text-mut">
        {say('overview.asTable')}
      </summary>
      <Table
        caption={say('overview.course')}
        columns={columnsOf(span)}
        rows={points}
        empty={say('overview.noHours')}
      />
    </details>
  )
}

function columnsOf(span: Span): Column<Point>[] {
  return [
    {
      id: 'at',
      header: say(span === 'day' ? 'overview.hour' : 'overview.dayOf'),
      accessorFn: ({ at }) => at,
      cell: ({ row: { original } }) => whenOf(original.at, span),
    },
    counted('overview.newMembers', ({ members }) => members),
    counted('overview.runs', ({ runs }) => runs),
    counted('overview.trades', ({ trades }) => trades),
    counted('overview.deposits', ({ deposits }) => deposits),
    counted('overview.withdrawals', ({ withdrawals }) => withdrawals),
    {
      id: 'covered',
      header: say('overview.coverage'),
      accessorFn: ({ covered }) => covered ?? -1,
      cell: ({ row: { original } }) =>
        original.covered === null ? '–' : <span className="num">{percent(original.covered)}</span>,
    },
    {
      id: 'waited',
      header: say('overview.longestWait'),
      accessorFn: ({ waited }) => waited?.minutes ?? -1,
      cell: ({ row: { original } }) =>
        original.waited === null
          ? '–'
          : `${lasting(original.waited.minutes)}, ${workNames[original.waited.work]}`,
    },
  ]
}

function counted(
  name: Parameters<typeof say>[0],
  figureOf: (point: Point) => number,
): Column<Point> {
  return {
    id: name,
    header: say(name),
    accessorFn: figureOf,
    cell: ({ row: { original } }) => <span className="num">{count(figureOf(original))}</span>,
  }
}
