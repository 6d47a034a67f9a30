import { say } from '@btbc/contract/operator/operator-text.ts'

import { money } from '#format.ts'
import type { Report } from '#screens/reports/ReportsScreen.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Balance = Report['balances'][number]
type Flow = Report['flows'][number]
type Line = Pick<Balance, 'of_members' | 'account' | 'currency' | 'came' | 'went'>

function accountColumn<Row extends Line>(): Column<Row> {
  return {
    id: 'account',
    header: say('reports.account'),
    accessorFn: (row) => row.account,
    cell: ({ row: { original } }) => (
      <span className="whitespace-nowrap">
        {original.account}{' '}
        <span className="text-small text-mut">
          {say(original.of_members ? 'reports.ofMembers' : 'reports.ofHouse')}
        </span>
      </span>
    ),
  }
}

function amountColumn<Row extends Line>(
  id: string,
  header: string,
  amountOf: (row: Row) => string,
): Column<Row> {
  return {
    id,
    header,
    accessorFn: (row) => Number(amountOf(row)),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(amountOf(original), original.currency),
  }
}

const balanceColumns: Column<Balance>[] = [
  accountColumn(),
  amountColumn('opening', say('reports.opening'), (row) => row.opening),
  amountColumn('came', say('reports.came'), (row) => row.came),
  amountColumn('went', say('reports.went'), (row) => row.went),
  amountColumn('closing', say('reports.closing'), (row) => row.closing),
]

const flowColumns: Column<Flow>[] = [
  { id: 'kind', header: say('reports.kind'), accessorFn: (row) => row.kind },
  accountColumn(),
  amountColumn('came', say('reports.came'), (row) => row.came),
  amountColumn('went', say('reports.went'), (row) => row.went),
]

export function Balances({ rows }: { rows: readonly Balance[] }) {
  return (
    <Table
      caption={say('reports.balances')}
      columns={balanceColumns}
      rows={rows}
      empty={say('reports.nothing')}
    />
  )
}

export function Flows({ rows }: { rows: readonly Flow[] }) {
  return (
    <Table
      caption={say('reports.flows')}
      columns={flowColumns}
      rows={rows}
      empty={say('reports.nothing')}
    />
  )
}
