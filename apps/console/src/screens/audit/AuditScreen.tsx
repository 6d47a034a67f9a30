import { readAuditLog, verifyAuditLog } from '@btbc/contract/operator/audit.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { count, dateTime } from '#format.ts'
import { Page, Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'
import { AuditFilters, type Filters } from '#screens/audit/AuditFilters.tsx'
import { SessionTable } from '#screens/audit/SessionTable.tsx'

type Row = Answer<typeof readAuditLog>['list'][number]

const columns: Column<Row>[] = [
  {
    id: 'position',
    header: say('audit.number'),
    accessorFn: (row) => row.position,
    cell: ({ row: { original } }) => <span className="num">{original.position}</span>,
  },
  {
    id: 'at',
    header: say('audit.when'),
    accessorFn: (row) => row.at,
    cell: ({ row: { original } }) => (
      <span className="num whitespace-nowrap">{dateTime(original.at)}</span>
    ),
  },
  { id: 'operator', header: say('audit.who'), accessorFn: (row) => row.operator.name },
  { id: 'action', header: say('audit.what'), accessorFn: (row) => row.action },
  {
    id: 'subject',
    header: say('audit.onWhat'),
    accessorFn: (row) => row.subject,
    cell: ({ row: { original } }) => (
      <>
        {original.subject}
        <br />
        <span className="text-small text-mut">
          {Object.entries(original.details)
            .map(([name, value]) => `${name} ${value}`)
            .join(' · ')}
        </span>
      </>
    ),
  },
  { id: 'reason', header: say('audit.why'), accessorFn: (row) => row.reason },
  {
    id: 'hash',
    header: say('audit.seal'),
    enableSorting: false,
    accessorFn: (row) => row.hash,
    cell: ({ row: { original } }) => (
      <span className="num text-small text-sub">{original.hash.slice(0, 12)}…</span>
    ),
  },
]

export function AuditScreen() {
  const [page, setPage] = useState(1)
  const [filters, setFilters] = useState<Filters>({})
  const actions = useCall(readAuditLog, { page, limit: 50, ...filters })
  const find = (wanted: Filters) => {
    setFilters(wanted)
    setPage(1)
  }
  return (
    <Page title={say('shell.audit')} lead={say('audit.lead')}>
      <div className="grid gap-6">
        <ChainCheck />
        <Section title={say('audit.actions')}>
          <AuditFilters filters={filters} onFind={find} />
          <Loaded query={actions} height="h-96">
            {({ list, total, limit }) => (
              <>
                <Table
                  caption={say('audit.caption')}
                  columns={columns}
                  rows={list}
                  empty={say('audit.empty')}
                />
                <Pager page={page} limit={limit} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </Section>
        <SessionTable />
      </div>
    </Page>
  )
}

function ChainCheck() {
  const check = useCall(verifyAuditLog, {}, { refetchInterval: 60_000 })
  return (
    <Loaded query={check} height="h-13">
      {({ rows, findings, head }) =>
        findings.length === 0 ? (
          <Banner tone="good">
            {head === null
              ? say('audit.whole', { rows: count(rows) })
              : say('audit.wholeTo', { rows: count(rows), head: head.slice(0, 16) })}
          </Banner>
        ) : (
          <Banner tone="bad">
            <p className="font-semibold">{say('audit.changed')}</p>
            <ul className="list-disc pl-5">
              {findings.map((finding) => (
                <li key={finding}>{finding}</li>
              ))}
            </ul>
          </Banner>
        )
      }
    </Loaded>
  )
}
