import { listOperatorSessions, revokeOperatorSession } from '@btbc/contract/operator/access.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useAct, useCall } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import { Opened } from '#shell/Opened.tsx'
import { Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Session = Answer<typeof listOperatorSessions>['list'][number]

const SHOWN = 20

/** Who is logged in. */
export function SessionTable() {
  const [page, setPage] = useState(1)
  const [ending, setEnding] = useState<Session>()
  const stop = () => setEnding(undefined)
  const sessions = useCall(listOperatorSessions, { page, limit: SHOWN })
  return (
    <Section title={say('audit.sessions')}>
      <Loaded query={sessions}>
        {({ list, total }) => (
          <>
            <Table
              caption={say('audit.sessions')}
              columns={[...columns, toEnd(setEnding)]}
              rows={list}
              empty={say('audit.nobody')}
            />
            <Pager page={page} limit={SHOWN} total={total} onPage={setPage} />
          </>
        )}
      </Loaded>
      {ending && (
        <Opened key={ending.id} title={nameOf(ending)} onClose={stop}>
          <EndForm session={ending} onDone={stop} />
        </Opened>
      )}
    </Section>
  )
}

/** With a reason, which stands in the audit log. */
function EndForm({ session, onDone }: { session: Session; onDone: () => void }) {
  const form = useForm({ reason: '' })
  const { mutateAsync } = useAct(revokeOperatorSession)
  const { reason } = form.values
  const end = () =>
    form.submit(reasonFault(reason), async () => {
      await mutateAsync({ id: session.id, reason })
      notify(say('audit.ended'))
      onDone()
    })
  return (
    <ReasonForm
      act={revokeOperatorSession}
      form={form}
      label={nameOf(session)}
      onSubmit={end}
      size="medium"
      variant="danger"
      next={say('audit.endNext')}
      button={say('audit.endIt')}
    />
  )
}

function nameOf({ operator, device }: Session): string {
  return say('audit.endSession', { operator, device })
}

function toEnd(choose: (session: Session) => void): Column<Session> {
  return {
    id: 'end',
    header: say('audit.end'),
    enableSorting: false,
    cell: ({ row: { original } }) => {
      if (original.current) return <span className="text-mut">{say('audit.thisOne')}</span>
      return (
        original.yours && (
          <button
            type="button"
            className="press min-h-11 text-ac"
            aria-label={nameOf(original)}
            onClick={() => choose(original)}
          >
            {say('audit.end')}
          </button>
        )
      )
    },
  }
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
]
