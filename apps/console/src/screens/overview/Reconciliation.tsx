import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { displayAmount } from '@btbc/ui/display-amount.ts'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { RotateCw } from 'lucide-react'

import { errorText, type Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { currencyName, dateTime } from '#format.ts'
import { Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Overview = Answer<'/overview'>
type Check = Overview['checks'][number]

const CHAIN_DECIMALS = 18
const places: Readonly<Record<Check['source'], string>> = {
  chain: 'Custody on the chain',
  'rail:bank': 'Bank transfers',
  'rail:gateway': 'Payment gateway',
}

function figure(amount: string): string {
  return displayAmount(amount, { locale: 'en-GB', decimals: CHAIN_DECIMALS, minDecimals: 2 })
}

const tones = { agrees: 'good', explained: 'good', differs: 'bad', unknown: 'waiting' } as const

/** Nothing is known of what was compared too long ago. */
function standingOf({ agrees, difference }: Check): keyof typeof tones {
  if (agrees === null) return 'unknown'
  if (!agrees) return 'differs'
  return /^0\.0+$/.test(difference) ? 'agrees' : 'explained'
}

const columns: Column<Check>[] = [
  {
    id: 'source',
    header: 'Outside',
    accessorFn: (row) => row.source,
    cell: ({ row: { original: check } }) => (
      <>
        {places[check.source]}
        {check.block !== null && (
          <span className="num block text-small text-mut">block {check.block}</span>
        )}
      </>
    ),
  },
  { id: 'currency', header: 'Currency', accessorFn: (row) => currencyName(row.currency) },
  {
    id: 'books',
    header: 'Books',
    accessorFn: (row) => Number(row.books),
    meta: { amount: true },
    cell: ({ row: { original } }) => figure(original.books),
  },
  {
    id: 'difference',
    header: 'Outside less books',
    accessorFn: (row) => Number(row.difference),
    meta: { amount: true },
    cell: ({ row: { original } }) => figure(original.difference),
  },
  {
    id: 'agrees',
    header: 'Since',
    accessorFn: (row) => row.since,
    cell: ({ row: { original: check } }) => (
      <span className="grid justify-items-start gap-1">
        <StatusPill tone={tones[standingOf(check)]}>{standingOf(check)}</StatusPill>
        <span className="num text-small text-mut">{dateTime(check.since)}</span>
      </span>
    ),
  },
]

/** Ledger against its outside, as it compared last. */
export function Reconciliation({ overview }: { overview: Overview }) {
  const { checks, chain } = overview
  const newest = checks
    .map((each) => each.checked_at)
    .toSorted()
    .at(-1)
  return (
    <Section title="Books and their outside">
      <p className="text-small text-mut">
        {chain === null ? 'No chain is connected. ' : `${chain.name}, chain ${chain.chain_id}. `}
        Compared every minute{newest === undefined ? '.' : `, last ${dateTime(newest)}.`}
      </p>
      <Table
        caption="Books and their outside"
        columns={columns}
        rows={checks}
        empty="Nothing was compared yet."
      />
      <CompareNow />
    </Section>
  )
}

function CompareNow() {
  const act = useAct('/reconcile')
  return (
    <div className="max-w-60">
      <Button
        variant="ghost"
        size="medium"
        busy={act.isPending}
        icon={<RotateCw size={18} aria-hidden />}
        onClick={() =>
          act.mutate(
            {},
            {
              onSuccess: () => notify('Compared.'),
              onError: (error) => notify(errorText(error), { tone: 'bad' }),
            },
          )
        }
      >
        Compare now
      </Button>
    </div>
  )
}

/** What needs a person now. */
export function Alerts({ overview }: { overview: Overview }) {
  const { alerts, stops } = overview
  if (alerts.length === 0) {
    return stops.length === 0 ? (
      <Banner tone="good">Books and outside agree, and withdrawals go.</Banner>
    ) : (
      <Banner tone="warn">
        Books and outside agree, but withdrawals of{' '}
        {stops.map(({ currency }) => currencyName(currency)).join(', ')} are stopped until two
        operators let them go again.
      </Banner>
    )
  }
  return (
    <div className="grid gap-3">
      {alerts.map((alert) => (
        <Banner key={alert.text} tone="bad">
          <span className="num wrap-anywhere">{alert.text}</span>
          {alert.at !== null && (
            <span className="block text-small text-mut">since {dateTime(alert.at)}</span>
          )}
        </Banner>
      ))}
    </div>
  )
}
