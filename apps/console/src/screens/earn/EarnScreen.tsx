import { listEarnTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { currencies } from '@btbc/money/currency.ts'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { dateTime, money, percent } from '#format.ts'
import { FundTermsForm } from '#screens/earn/FundTermsForm.tsx'
import { LockTermsForm } from '#screens/earn/LockTermsForm.tsx'
import { Columns } from '#shell/Columns.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Terms = Answer<typeof listEarnTerms>
type LockTerms = Terms['lock'][number]
type FundTerms = Terms['funds'][number]
type Cover = Terms['cover'][number]

const USDT = currencies.USDT.id

function since<Row extends LockTerms | FundTerms>(): Column<Row> {
  return {
    id: 'since',
    header: say('earn.holds'),
    accessorFn: (row) => row.effective_at,
    cell: ({ row: { original } }) =>
      original.is_current ? say('earn.now') : dateTime(original.effective_at),
  }
}

const lockColumns: Column<LockTerms>[] = [
  since(),
  { id: 'days', header: say('earn.days'), accessorFn: ({ days }) => days },
  {
    id: 'rate',
    header: say('earn.aDay'),
    accessorFn: (row) => row.day_bps,
    cell: ({ row: { original } }) => percent(original.day_bps),
  },
  {
    id: 'min',
    header: say('earn.min'),
    accessorFn: ({ min }) => Number(min),
    cell: ({ row: { original } }) => money(original.min, USDT),
  },
]

const fundColumns: Column<FundTerms>[] = [
  { id: 'fund', header: say('earn.fund'), accessorFn: ({ type, day }) => `${type} / ${day}` },
  since(),
  {
    id: 'rate',
    header: say('earn.term'),
    accessorFn: (row) => (row.enable ? row.rate_bps : -1),
    cell: ({ row: { original } }) =>
      original.enable ? percent(original.rate_bps) : say('earn.closed'),
  },
  {
    id: 'limits',
    header: say('earn.limits'),
    accessorFn: ({ min }) => Number(min),
    cell: ({ row: { original } }) => `${money(original.min, USDT)} – ${money(original.max, USDT)}`,
  },
  {
    id: 'opens',
    header: say('earn.opens'),
    accessorFn: (row) => row.start_at,
    cell: ({ row: { original } }) => dateTime(original.start_at),
  },
]

const coverColumns: Column<Cover>[] = [
  { id: 'pool', header: say('pools.pool'), accessorFn: ({ pool }) => pool },
  {
    id: 'available',
    header: say('users.available'),
    accessorFn: ({ available }) => Number(available),
    cell: ({ row: { original } }) => money(original.available, USDT),
  },
  {
    id: 'usual',
    header: say('earn.usualDay'),
    accessorFn: (row) => Number(row.usual_day),
    cell: ({ row: { original } }) => money(original.usual_day, USDT),
  },
  {
    id: 'days',
    header: say('earn.lasts'),
    // As long as nothing is sold it lasts.
    accessorFn: ({ days }) => days ?? Infinity,
    cell: ({ row: { original } }) => original.days ?? say('earn.unknown'),
  },
]

/** What locks and funds are sold on, what is left behind them, and other terms by two. */
export function EarnScreen() {
  const terms = useCall(listEarnTerms, {})
  return (
    <Page title={say('shell.earn')} lead={say('earn.lead')}>
      <Columns
        aside={
          <>
            <Loaded query={terms} height="h-96">
              {({ lock, funds, cover }) => (
                <>
                  <Section title={say('earn.proposeLock')}>
                    <LockTermsForm held={lock[0]} cover={cover} />
                  </Section>
                  <Section title={say('earn.proposeFund')}>
                    <FundTermsForm funds={funds} cover={cover} />
                  </Section>
                </>
              )}
            </Loaded>
            <Section title={say('pools.soFar')}>
              <ProposalsOf kinds={['lock.terms', 'fund.terms']} />
            </Section>
          </>
        }
      >
        <Loaded query={terms} height="h-96">
          {({ lock, funds, cover }) => (
            <>
              <Section title={say('earn.cover')}>
                <Table caption={say('earn.cover')} columns={coverColumns} rows={cover} empty="" />
              </Section>
              <Section title={say('earn.lockPlan')}>
                <Table caption={say('earn.lockPlan')} columns={lockColumns} rows={lock} empty="" />
              </Section>
              <Section title={say('earn.funds')}>
                <Table caption={say('earn.funds')} columns={fundColumns} rows={funds} empty="" />
              </Section>
            </>
          )}
        </Loaded>
      </Columns>
    </Page>
  )
}
