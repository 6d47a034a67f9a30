import { houseTime } from '@btbc/client/house-clock.ts'
import { readAuditCheck, readAuditLog, verifyAuditLog } from '@btbc/contract/operator/audit.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { AsyncButton } from '@btbc/ui/AsyncButton.tsx'
import { Banner } from '@btbc/ui/Banner.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'

import { type Answer, errorText } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { count, dateTime, time } from '#format.ts'
import { Page, Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'
import { actionName } from '#screens/audit/action-name.ts'
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
    cell: ({ row: { original } }) => <span className="num">{dateTime(original.at)}</span>,
  },
  { id: 'operator', header: say('audit.who'), accessorFn: (row) => row.operator.name },
  { id: 'action', header: say('audit.what'), accessorFn: (row) => actionName(row.action) },
  {
    id: 'subject',
    header: say('audit.onWhat'),
    accessorFn: (row) => row.subject,
    cell: ({ row: { original } }) => (
      // A hash in it is as wide as a phone.
      <div className="min-w-56 wrap-anywhere">
        {original.subject}
        <p className="text-small text-mut">
          {Object.entries(original.details)
            .map(([name, value]) => `${name} ${value}`)
            .join(' · ')}
        </p>
      </div>
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
  useTold(filters, actions.data?.total)
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

/** Says once how many were found. The log goes on growing, of which nobody is told. */
function useTold(filters: Filters, total: number | undefined): void {
  const told = useRef(filters)
  useEffect(() => {
    if (total === undefined || told.current === filters) return
    told.current = filters
    notify(say('audit.found', { total }))
  }, [filters, total])
}

/** However long the log has become. */
const RECOMPUTED_MS_MAX = 10 * 60_000

/** What the last audit found; recomputed now by whoever asks for it. */
function ChainCheck() {
  const last = useCall(readAuditCheck, {}, { refetchInterval: 60_000 })
  const anew = useAct(verifyAuditLog, { slowMs: RECOMPUTED_MS_MAX })
  const recompute = async () => {
    await anew.mutateAsync({})
  }
  return (
    <div className="grid gap-3">
      {anew.data ? (
        <Recomputed {...anew.data} at={time(houseTime(anew.submittedAt))} />
      ) : (
        <Loaded query={last} height="h-13">
          {(found) => <LastChecked {...found} />}
        </Loaded>
      )}
      <div className="sm:max-w-md">
        <AsyncButton
          label={say('audit.recompute')}
          icon={<RefreshCw size={18} aria-hidden />}
          work={recompute}
          errorText={errorText}
        />
      </div>
    </div>
  )
}

type RecomputedProps = Answer<typeof verifyAuditLog> & { at: string }

function Recomputed({ rows, findings, head, at }: RecomputedProps) {
  if (findings.length > 0) return <Wrong title={say('audit.changed')} findings={findings} />
  return (
    <Banner tone="good">
      {head === null
        ? say('audit.whole', { rows: count(rows), at })
        : say('audit.wholeTo', { rows: count(rows), head: head.slice(0, 16), at })}
    </Banner>
  )
}

function LastChecked({ rows, findings, head, checked_at: at }: Answer<typeof readAuditCheck>) {
  if (at === null || head === null)
    return <Banner role="note">{say('audit.notChecked', { rows })}</Banner>
  const when = { at: dateTime(at) }
  if (findings.length > 0)
    return <Wrong title={say('audit.lastChanged', when)} findings={findings} />
  return (
    <Banner tone="good" role="note">
      {say('audit.lastWhole', { rows, head: head.slice(0, 16), ...when })}
    </Banner>
  )
}

function Wrong({ title, findings }: { title: string; findings: readonly string[] }) {
  return (
    <Banner tone="bad">
      <p className="font-semibold">{title}</p>
      <ul className="list-disc pl-5">
        {findings.map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
    </Banner>
  )
}
