import { listOperatorSessions, revokeOperatorSession } from '@btbc/contract/operator/access.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { errorText, type Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { dateTime } from '#format.ts'
import { Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Session = Answer<typeof listOperatorSessions>['list'][number]

const SHOWN = 20

/** Who is logged in. */
export function SessionTable() {
  const [page, setPage] = useState(1)
  const sessions = useCall(listOperatorSessions, { page, limit: SHOWN })
  return (
    <Section title={say('audit.sessions')}>
      <Loaded query={sessions}>
        {({ list, total }) => (
          <>
            <Table
              caption={say('audit.sessions')}
              columns={columns}
              rows={list}
              empty={say('audit.nobody')}
            />
            <Pager page={page} limit={SHOWN} total={total} onPage={setPage} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function EndCell({ session }: { session: Session }) {
  const revoke = useAct(revokeOperatorSession)
  if (session.current) return <span className="text-mut">{say('audit.thisOne')}</span>
  if (!session.yours) return null

  function end() {
    if (revoke.isPending) return
    const reason = `ended ${session.operator} on ${session.device} from the console`
    revoke.mutate(
      { id: session.id, reason },
      {
        onSuccess: () => notify(say('audit.ended')),
        onError: (error) => notify(errorText(error), { tone: 'bad' }),
      },
    )
  }

  return (
    <button
      type="button"
      className="press min-h-11 text-ac"
      aria-label={say('audit.endSession', {
        operator: session.operator,
        device: session.device,
      })}
      onClick={end}
    >
      {say('audit.end')}
    </button>
  )
}

const columns: Column<Session>[] = [
  { id: 'operator', header: say('audit.operator'), accessorFn: (row) => row.operator },
  {
    id: 'device',
    header: say('audit.from'),
    accessorFn: (row) => row.device,
    cell: ({ row: { original } }) => (
      <>
        {original.device}
        <br />
        <span className="num text-small text-mut">{original.ip}</span>
      </>
    ),
  },
  {
    id: 'since',
    header: say('desk.since'),
    accessorFn: (row) => row.created_at,
    cell: ({ row: { original } }) => <span className="num">{dateTime(original.created_at)}</span>,
  },
  {
    id: 'seen',
    header: say('audit.lastThere'),
    accessorFn: (row) => row.last_seen_at,
    cell: ({ row: { original } }) => <span className="num">{dateTime(original.last_seen_at)}</span>,
  },
  {
    id: 'end',
    header: say('audit.end'),
    enableSorting: false,
    cell: ({ row: { original } }) => <EndCell session={original} />,
  },
]
