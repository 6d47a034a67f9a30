import { listEarnTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalsOf } from '#desk/ProposalList.tsx'
import { dateTime, money } from '#format.ts'
import { FundTermsForm } from '#screens/earn/FundTermsForm.tsx'
import { LockTermsForm } from '#screens/earn/LockTermsForm.tsx'
import { Page, Section } from '#shell/Page.tsx'
import { type Column, Table } from '#shell/Table.tsx'

type Terms = Answer<typeof listEarnTerms>
type LockTerms = Terms['lock'][number]
type FundTerms = Terms['funds'][number]
type Cover = Terms['cover'][number]

const USDT = 3

function since({ effective_at: at, is_current: isCurrent }: LockTerms | FundTerms): string {
  return isCurrent ? say('earn.now') : dateTime(at)
}

function percent(bps: number): string {
  return `${bps / 100} %`
}

const lockColumns: Column<LockTerms>[] = [
  { id: 'since', header: say('earn.holds'), accessorFn: since },
  { id: 'days', header: say('earn.days'), accessorFn: ({ days }) => days },
  { id: 'rate', header: say('earn.aDay'), accessorFn: ({ day_bps: bps }) => percent(bps) },
  { id: 'min', header: say('earn.min'), accessorFn: ({ min }) => money(min, USDT) },
]

const fundColumns: Column<FundTerms>[] = [
  { id: 'fund', header: say('earn.fund'), accessorFn: ({ type, day }) => `${type} / ${day}` },
  { id: 'since', header: say('earn.holds'), accessorFn: since },
  {
    id: 'rate',
    header: say('earn.term'),
    accessorFn: ({ enable, rate_bps: bps }) => (enable ? percent(bps) : say('earn.closed')),
  },
  {
    id: 'limits',
    header: say('earn.limits'),
    accessorFn: ({ min, max }) => `${money(min, USDT)} – ${money(max, USDT)}`,
  },
  { id: 'opens', header: say('earn.opens'), accessorFn: ({ start_at: at }) => dateTime(at) },
]

const coverColumns: Column<Cover>[] = [
  { id: 'pool', header: say('pools.pool'), accessorFn: ({ pool }) => pool },
  {
    id: 'available',
    header: say('users.available'),
    accessorFn: ({ available }) => money(available, USDT),
  },
  {
    id: 'usual',
    header: say('earn.usualDay'),
    accessorFn: ({ usual_day: usual }) => money(usual, USDT),
  },
  { id: 'days', header: say('earn.lasts'), accessorFn: ({ days }) => days ?? say('earn.unknown') },
]

/** What locks and funds are sold on, what is left behind them, and other terms by two. */
export function EarnScreen() {
  const terms = useCall(listEarnTerms, {})
  return (
    <Page title={say('shell.earn')} lead={say('earn.lead')}>
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid content-start gap-6">
          <Loaded query={terms} height="h-96">
            {({ lock, funds, cover }) => (
              <>
                <Section title={say('earn.cover')}>
                  <Table caption={say('earn.cover')} columns={coverColumns} rows={cover} empty="" />
                </Section>
                <Section title={say('earn.lockPlan')}>
                  <Table
                    caption={say('earn.lockPlan')}
                    columns={lockColumns}
                    rows={lock}
                    empty=""
                  />
                </Section>
                <Section title={say('earn.funds')}>
                  <Table caption={say('earn.funds')} columns={fundColumns} rows={funds} empty="" />
                </Section>
              </>
            )}
          </Loaded>
        </div>
        <div className="grid content-start gap-6">
          <Loaded query={terms} height="h-96">
            {({ lock, funds }) => (
              <>
                <Section title={say('earn.proposeLock')}>
                  <LockTermsForm held={lock[0]} />
                </Section>
                <Section title={say('earn.proposeFund')}>
                  <FundTermsForm funds={funds} />
                </Section>
              </>
            )}
          </Loaded>
          <Section title={say('pools.soFar')}>
            <ProposalsOf kinds={['lock.terms', 'fund.terms']} />
          </Section>
        </div>
      </div>
    </Page>
  )
}
