import { say } from '@btbc/contract/operator/operator-text.ts'
import { listHousePackets } from '@btbc/contract/operator/packet.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { dateTime, money } from '#format.ts'
import { EndForm } from '#screens/packets/EndForm.tsx'
import { PacketForm } from '#screens/packets/PacketForm.tsx'
import { Columns } from '#shell/Columns.tsx'
import { Opened } from '#shell/Opened.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { Pager } from '#shell/Pager.tsx'
import { type Column, Table } from '#shell/Table.tsx'

export type Packet = Answer<typeof listHousePackets>['list'][number]

const SHOWN = 20

const columns: Column<Packet>[] = [
  { id: 'code', header: say('packets.code'), accessorFn: (row) => row.code },
  { id: 'state', header: say('packets.state'), accessorFn: (row) => row.state },
  {
    id: 'budget',
    header: say('packets.budget'),
    accessorFn: (row) => Number(row.budget),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.budget, original.currency),
  },
  {
    id: 'paid',
    header: say('packets.paid'),
    accessorFn: (row) => Number(row.paid),
    meta: { amount: true },
    cell: ({ row: { original } }) => money(original.paid, original.currency),
  },
  {
    id: 'shares',
    header: say('packets.shares'),
    accessorFn: (row) => row.taken,
    cell: ({ row: { original } }) => (
      <>
        {original.taken} / {original.shares} {original.split}
        <br />
        <span className="text-small text-mut">
          {say('packets.for', { audience: original.audience })}
        </span>
      </>
    ),
  },
  {
    id: 'ends',
    header: say('packets.ends'),
    accessorFn: (row) => row.ends_at,
    cell: ({ row: { original } }) => dateTime(original.ends_at),
  },
]

/** What was published, and proposing one more. */
export function PacketsScreen() {
  const [ending, setEnding] = useState<Packet>()
  const stop = () => setEnding(undefined)
  const [page, setPage] = useState(1)
  const packets = useCall(listHousePackets, { page, limit: SHOWN })
  return (
    <Page title={say('shell.packets')} lead={say('packets.lead')}>
      <Columns
        aside={
          <>
            {ending ? (
              <Opened
                key={ending.id}
                title={say('packets.endOf', { code: ending.code })}
                onClose={stop}
              >
                <EndForm packet={ending} onDone={stop} />
              </Opened>
            ) : (
              <Section title={say('packets.publish')}>
                <PacketForm />
              </Section>
            )}
            <Section title={say('packets.proposals')}>
              <ProposalsOf kinds={['packet.publish', 'packet.end']} />
            </Section>
          </>
        }
      >
        <Section title={say('packets.soFar')}>
          <Loaded query={packets} height="h-96">
            {({ list, total }) => (
              <>
                <Table
                  caption={say('packets.soFar')}
                  columns={[...columns, toEnd(setEnding)]}
                  rows={list}
                  empty={say('packets.none')}
                />
                <Pager page={page} limit={SHOWN} total={total} onPage={setPage} />
              </>
            )}
          </Loaded>
        </Section>
      </Columns>
    </Page>
  )
}

function toEnd(choose: (packet: Packet) => void): Column<Packet> {
  return {
    id: 'end',
    header: say('operators.what'),
    accessorFn: (row) => row.id,
    cell: ({ row: { original } }) =>
      original.state === 'open' && (
        <Button
          size="medium"
          variant="ghost"
          aria-label={say('packets.endOf', { code: original.code })}
          onClick={() => choose(original)}
        >
          {say('packets.end')}
        </Button>
      ),
  }
}
