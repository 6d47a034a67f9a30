import { endMemberSessions } from '@btbc/contract/operator/member-acts.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Section } from '#shell/Page.tsx'
import { Select } from '#shell/Select.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Session = Member['sessions'][number]

const ALL = 'all'

const columns: Column<Session>[] = [
  { id: 'device', header: say('sessions.device'), accessorFn: (row) => row.device },
  { id: 'network', header: say('sessions.network'), accessorFn: (row) => row.neighbourhood },
  {
    id: 'since',
    header: say('sessions.since'),
    accessorFn: (row) => row.since,
    cell: ({ row: { original } }) => dateTime(original.since),
  },
  {
    id: 'seen',
    header: say('sessions.seen'),
    accessorFn: (row) => row.seen_at,
    cell: ({ row: { original } }) => dateTime(original.seen_at),
  },
]

/** Where the member is logged in. One or all of them are ended with a reason, and the member is told. */
export function Sessions({ member: { id, sessions, may_freeze: mayEnd } }: { member: Member }) {
  return (
    <Section title={say('users.sessions')}>
      <Table
        caption={say('users.sessions')}
        columns={columns}
        rows={sessions}
        empty={say('sessions.none')}
      />
      {mayEnd && sessions.length > 0 && <EndForm id={id} sessions={sessions} />}
    </Section>
  )
}

function EndForm({ id, sessions }: { id: number; sessions: readonly Session[] }) {
  // The session itself and not its number: it stays chosen when it has ended meanwhile, and the server
  // says so. All are ended only by whoever chooses all.
  const [chosen, setChosen] = useState<Session>()
  const form = useForm({ reason: '' })
  const { mutateAsync } = useAct(endMemberSessions)
  const { reason } = form.values
  const end = () =>
    form.submit(reasonFault(reason), async () => {
      const { ended } = await mutateAsync({ id, reason, ...(chosen && { session: chosen.id }) })
      notify(say('sessions.ended', { ended }))
      form.set({ reason: '' })
      setChosen(undefined)
    })
  const isGone = chosen && !sessions.some(({ id: open }) => open === chosen.id)
  const offered = isGone ? [...sessions, chosen] : sessions
  const named = offered.map((each) => ({
    value: String(each.id),
    label: say('sessions.one', { device: each.device, at: dateTime(each.since) }),
  }))
  return (
    <ReasonForm
      act={endMemberSessions}
      form={form}
      label={say('sessions.end')}
      onSubmit={end}
      size="medium"
      variant="danger"
      button={say('sessions.end')}
    >
      <Select
        label={say('sessions.which')}
        value={chosen === undefined ? ALL : String(chosen.id)}
        onChange={(value) => setChosen(offered.find((each) => String(each.id) === value))}
        choices={[{ value: ALL, label: say('sessions.all') }, ...named]}
      />
    </ReasonForm>
  )
}
