import { listQueues } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { readOverview } from '@btbc/contract/operator/reconciliation.ts'
import { Link } from '@tanstack/react-router'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { ProposalList } from '#desk/ProposalList.tsx'
import { count, waitedSince } from '#format.ts'
import { paths } from '#paths.ts'
import { Arrivals } from '#screens/overview/Arrivals.tsx'
import { Halted } from '#screens/overview/Halted.tsx'
import { Alerts, Reconciliation } from '#screens/overview/Reconciliation.tsx'
import { StuckNonces } from '#screens/overview/StuckNonces.tsx'
import { Stops } from '#screens/overview/Stops.tsx'
import { Page, Section } from '#shell/Page.tsx'

type Queue = Answer<typeof listQueues>[number]

const places: Readonly<Record<Queue['queue'], { name: string; to: string }>> = {
  identity: { name: say('shell.identity'), to: paths.identity() },
  bank_deposit: { name: say('overview.bankDeposits'), to: paths.deposits() },
  bank_withdrawal: { name: say('overview.bankWithdrawals'), to: paths.withdrawals() },
  coin_withdrawal: { name: say('overview.coinWithdrawals'), to: paths.withdrawals() },
  seller: { name: say('shell.sellers'), to: paths.sellers() },
  feedback: { name: say('shell.feedback'), to: paths.feedback() },
  campaign_claim: { name: say('shell.claims'), to: paths.claims() },
}

export function OverviewScreen() {
  const overview = useCall(readOverview, {})
  return (
    <Page title={say('shell.overview')}>
      <div className="grid grid-cols-1 gap-6">
        <Loaded query={overview} height="h-13">
          {(data) => (
            <>
              <Alerts overview={data} />
              <Halted overview={data} />
              <StuckNonces />
              <Stops overview={data} />
            </>
          )}
        </Loaded>
        <div className="grid grid-cols-1 gap-6 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid grid-cols-1 content-start gap-6">
            <Queues />
            <Loaded query={overview}>{(data) => <Reconciliation overview={data} />}</Loaded>
            {overview.data && <Arrivals overview={overview.data} />}
          </div>
          <div className="grid grid-cols-1 content-start gap-6">
            <Proposals />
          </div>
        </div>
      </div>
    </Page>
  )
}

function Queues() {
  const queues = useCall(listQueues, {})
  return (
    <Section title={say('overview.whatWaits')}>
      <Loaded query={queues}>
        {(list) => (
          <ul className="grid gap-3 sm:grid-cols-2">
            {list.toSorted(byAge).map((each) => (
              <li key={each.queue}>
                <QueueTile queue={each} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Section>
  )
}

/** Who has waited longest stands first, what nobody waits for last. */
function byAge(one: Queue, another: Queue): number {
  const since = ({ oldest_at: at }: Queue) => (at === null ? Infinity : Date.parse(at))
  const [first, second] = [since(one), since(another)]
  return first === second ? 0 : first - second
}

function QueueTile({ queue }: { queue: Queue }) {
  const { name, to } = places[queue.queue]
  return (
    <Link to={to} className="card press grid gap-1 p-4">
      <span className="text-small text-mut">{name}</span>
      <span className="num text-amount font-semibold">{count(queue.waiting)}</span>
      <span className="text-small text-sub">
        {queue.oldest_at === null
          ? say('overview.nothingWaits')
          : say('overview.oldest', { time: waitedSince(queue.oldest_at) })}
        {!queue.decides && ` · ${say('overview.readHere')}`}
      </span>
    </Link>
  )
}

function Proposals() {
  return (
    <Section title={say('overview.proposals')}>
      <ProposalList of={{ state: 'pending' }} empty={say('overview.nothingProposed')} />
    </Section>
  )
}
