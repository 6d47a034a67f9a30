import { say } from '@btbc/contract/operator/operator-text.ts'
import { takeSnapshotNow } from '@btbc/contract/operator/proof.ts'
import { readOverview, reconcileNow } from '@btbc/contract/operator/reconciliation.ts'
import { isZero } from '@btbc/money/amount.ts'
import { AsyncButton } from '@btbc/ui/AsyncButton.tsx'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { RotateCw } from 'lucide-react'

import { client, errorText, type Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { type Act, useHeldFrom } from '#desk/operator.ts'
import { chainFigure, currencyName, dateTime } from '#format.ts'
import { nameOfStop } from '#screens/overview/Stops.tsx'
import { Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Overview = Answer<typeof readOverview>
type Check = Overview['checks'][number]

const places: Readonly<Record<Check['source'], string>> = {
  chain: say('overview.custody'),
  'rail:bank': say('overview.bankTransfers'),
  'rail:gateway': say('overview.gateway'),
}

const tones = { agrees: 'good', explained: 'good', differs: 'bad', unknown: 'waiting' } as const

/** Nothing is known of what was compared too long ago. */
function standingOf({ agrees, difference }: Check): keyof typeof tones {
  if (agrees === null) return 'unknown'
  if (!agrees) return 'differs'
  return isZero(difference) ? 'agrees' : 'explained'
}

const columns: Column<Check>[] = [
  {
    id: 'source',
    header: say('overview.outside'),
    accessorFn: (row) => row.source,
    cell: ({ row: { original: check } }) => (
      <>
        {places[check.source]}
        {check.block !== null && (
          <span className="num block text-small text-mut">
            {say('overview.block', { block: check.block })}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'currency',
    header: say('overview.currency'),
    accessorFn: (row) => currencyName(row.currency),
  },
  {
    id: 'books',
    header: say('overview.books'),
    accessorFn: (row) => Number(row.books),
    meta: { amount: true },
    cell: ({ row: { original } }) => chainFigure(original.books),
  },
  {
    id: 'difference',
    header: say('overview.outsideLess'),
    accessorFn: (row) => Number(row.difference),
    meta: { amount: true },
    cell: ({ row: { original } }) => chainFigure(original.difference),
  },
  {
    id: 'agrees',
    header: say('desk.since'),
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
    <Section title={say('overview.reconciliation')}>
      <p className="text-small text-mut">
        {chain === null
          ? say('overview.noChain')
          : say('overview.chain', { name: chain.name, id: chain.chain_id })}{' '}
        {newest === undefined
          ? say('overview.compared')
          : say('overview.comparedLast', { at: dateTime(newest) })}
      </p>
      <Table
        caption={say('overview.reconciliation')}
        columns={columns}
        rows={checks}
        empty={say('overview.nothingCompared')}
      />
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <CompareNow />
        <ProveNow />
      </div>
    </Section>
  )
}

function CompareNow() {
  const act = useAct(reconcileNow)
  const compare = async () => {
    await act.mutateAsync({})
    const { checks } = await client.send(readOverview, {})
    if (checks.some((check) => standingOf(check) === 'differs'))
      notify(say('overview.comparedDiffers'), { tone: 'bad' })
    else notify(say('overview.comparedNow'))
  }
  return <Now act={reconcileNow} label={say('overview.compareNow')} work={compare} />
}

/** Of a house of many members on a busy machine. */
const PROOF_MS_MAX = 10 * 60_000

/** Signs what is owed and there, between the hours. */
function ProveNow() {
  const act = useAct(takeSnapshotNow, { slowMs: PROOF_MS_MAX })
  const prove = async () => {
    const { number } = await act.mutateAsync({})
    notify(say('overview.provedNow', { number }))
  }
  return <Now act={takeSnapshotNow} label={say('overview.proveNow')} work={prove} />
}

function Now({ act, label, work }: { act: Act; label: string; work: () => Promise<void> }) {
  const icon = <RotateCw size={18} aria-hidden />
  const held = useHeldFrom(act)
  if (held !== undefined) {
    return (
      <Button variant="ghost" size="medium" icon={icon} disabledReason={held}>
        {label}
      </Button>
    )
  }
  return <AsyncButton label={label} icon={icon} work={work} errorText={errorText} />
}

/** What needs a person now. */
export function Alerts({ overview }: { overview: Overview }) {
  const { alerts, stops } = overview
  if (alerts.length === 0) {
    return stops.length === 0 ? (
      <Banner tone="good">{say('overview.allWell')}</Banner>
    ) : (
      <Banner tone="warn">
        {say('overview.stoppedYet', { names: stops.map(nameOfStop).join(', ') })}
      </Banner>
    )
  }
  return (
    <div className="grid gap-3">
      {alerts.map((alert) => (
        <Banner key={alert.text} tone="bad">
          <span className="num wrap-anywhere">{alert.text}</span>
          {alert.at !== null && (
            <span className="block text-small text-mut">
              {say('overview.since', { at: dateTime(alert.at) })}
            </span>
          )}
        </Banner>
      ))}
    </div>
  )
}
