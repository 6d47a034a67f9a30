import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { Section } from '#shell/Page.tsx'

type Overview = Answer<'/overview'>

/** The watcher of deposits does not believe its chain any more; two people let it go on. */
export function Halted({ overview }: { overview: Overview }) {
  const isHalted = overview.alerts.some(({ kind }) => kind === 'watcher_halted')
  return isHalted ? <HaltedWatcher mayPropose={overview.may_propose} /> : null
}

function HaltedWatcher({ mayPropose }: { mayPropose: boolean }) {
  const proposals = useCall('/proposals', { state: 'pending' })
  const proposed = proposals.data?.list.find(({ kind }) => kind === 'deposits.resume')
  const { mutateAsync } = useAct('/deposits/resume')
  return (
    <Section title="Halted deposits">
      <article
        aria-label="Looking for deposits"
        className="card grid grid-cols-1 gap-x-6 gap-y-3 p-4 lg:grid-cols-2"
      >
        <div className="grid content-start gap-3">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h3 className="font-semibold">Looking for deposits</h3>
            <StatusPill tone="bad">halted</StatusPill>
          </div>
          <p className="text-small">
            A block that was final has changed. Nothing that arrives is credited, and withdrawals of
            every coin are stopped.
          </p>
        </div>
        {proposed && (
          <p className="text-small text-warn">
            {proposed.made_by.name} proposed to look again; another operator decides, under
            “Proposals that wait for a second”.
          </p>
        )}
        {!proposed && mayPropose && (
          <ProposeForm
            label="Why the chain can be believed, for the audit log"
            button="Propose to look again"
            onPropose={(reason) => mutateAsync({ reason })}
          >
            What happens next: another operator has to accept. It then goes on from its last block,
            as the chain has it now. Withdrawals stay stopped until they are resumed coin by coin.
          </ProposeForm>
        )}
      </article>
    </Section>
  )
}
