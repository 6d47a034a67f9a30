import { displayAmount } from '@btbc/ui/display-amount.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { currencyName, dateTime } from '#format.ts'
import { Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Overview = Answer<'/overview'>
type Arrival = Overview['arrivals'][number]

const CHAIN_DECIMALS = 18

const columns: Column<Arrival>[] = [
  {
    id: 'amount',
    header: 'Amount',
    accessorFn: (row) => Number(row.amount),
    meta: { amount: true },
    cell: ({ row: { original } }) =>
      `${displayAmount(original.amount, { locale: 'en-GB', decimals: CHAIN_DECIMALS, minDecimals: 2 })}\u00a0${currencyName(original.currency)}`,
  },
  {
    id: 'transaction',
    header: 'Transaction',
    accessorFn: (row) => row.block,
    cell: ({ row: { original: arrival } }) => (
      <>
        <span className="num wrap-anywhere">{shortened(arrival.tx_hash)}</span>
        <span className="num block text-small text-mut">
          {arrival.address === ''
            ? `by block ${arrival.block}, from inside a transaction`
            : `block ${arrival.block}, to ${shortened(arrival.address)}`}
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'Found',
    accessorFn: (row) => row.found_at,
    cell: ({ row: { original: arrival } }) => (
      <span className="grid justify-items-start gap-1">
        <StatusPill tone={arrival.state === 'booked' ? 'good' : 'idle'}>
          {arrival.state === 'booked' ? 'in suspense' : 'not booked'}
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
    <Section title="Sent to the house by strangers">
      <p className="text-small text-mut">
        Booked to suspense as far as custody has more than the books; it is owed to nobody. What
        fills a gap, or came from custody itself, is not booked.
      </p>
      <Table
        caption="Sent to the house by strangers"
        columns={columns}
        rows={overview.arrivals}
        empty="Nothing."
      />
    </Section>
  )
}

function shortened(hex: string): string {
  return `${hex.slice(0, 10)}…${hex.slice(-6)}`
}
