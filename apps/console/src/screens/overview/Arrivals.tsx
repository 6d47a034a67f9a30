import { say } from '@btbc/contract/operator/operator-text.ts'
import type { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { chainMoney, dateTime } from '#format.ts'
import { Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Overview = Answer<typeof readOverview>
type Arrival = Overview['arrivals'][number]

const columns: Column<Arrival>[] = [
  {
    id: 'amount',
    header: say('desk.amount'),
    accessorFn: (row) => Number(row.amount),
    meta: { amount: true },
    cell: ({ row: { original } }) => chainMoney(original.amount, original.currency),
  },
  {
    id: 'transaction',
    header: say('overview.transaction'),
    accessorFn: (row) => row.block,
    cell: ({ row: { original: arrival } }) => (
      <>
        <span className="num wrap-anywhere">{shortened(arrival.tx_hash)}</span>
        <span className="num block text-small text-mut">
          {arrival.address === ''
            ? say('overview.fromInside', { block: arrival.block })
            : say('overview.toAddress', {
                block: arrival.block,
                address: shortened(arrival.address),
              })}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: say('overview.found'),
    accessorFn: (row) => row.found_at,
    cell: ({ row: { original: arrival } }) => (
      <span className="grid justify-items-start gap-1">
        <StatusPill tone={arrival.state === 'booked' ? 'good' : 'idle'}>
          {arrival.state === 'booked' ? say('overview.inSuspense') : say('overview.notBooked')}
        </StatusPill>
        <span className="num text-small text-mut">{dateTime(arrival.found_at)}</span>
      </span>
    ),
  },
]

/** Coins that nobody awaited, at addresses of the house. */
export function Arrivals({ overview }: { overview: Overview }) {
  if (overview.arrivals.length === 0) return null
  return (
    <Section title={say('overview.arrivals')}>
      <p className="text-small text-mut">{say('overview.arrivalsBooked')}</p>
      <Table
        caption={say('overview.arrivals')}
        columns={columns}
        rows={overview.arrivals}
        empty={say('overview.noArrivals')}
      />
    </Section>
  )
}

function shortened(hex: string): string {
  return `${hex.slice(0, 10)}…${hex.slice(-6)}`
}
