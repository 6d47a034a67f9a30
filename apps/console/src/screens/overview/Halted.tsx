import { say } from '@btbc/contract/operator/operator-text.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import {
  proposeResumingDeposits,
  type readOverview,
} from '@btbc/contract/operator/reconciliation.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { proposingIsOver } from '#desk/over.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { Section } from '#shell/Page.tsx'

type Overview = Answer<typeof readOverview>

/**
 * The watcher of deposits does not believe its chain any more; two people let it go on. What is written about
 * it stays when others have.
 */
export function Halted({ overview }: { overview: Overview }) {
  const [isInHand, hold] = useState(false)
  const isHalted = overview.alerts.some(({ kind }) => kind === 'watcher_halted')
  if (!isHalted && !isInHand) return null
  return <HaltedWatcher isHalted={isHalted} mayPropose={overview.may_propose} onHand={hold} />
}

type HaltedWatcherProps = {
  isHalted: boolean
  mayPropose: boolean
  onHand: (isInHand: boolean) => void
}

function HaltedWatcher({ isHalted, mayPropose, onHand }: HaltedWatcherProps) {
  const proposals = useCall(listProposals, { state: 'pending' })
  const proposed = proposals.data?.list.find(({ kind }) => kind === 'deposits.resume') ?? null
  const { mutateAsync } = useAct(proposeResumingDeposits)
  return (
    <Section title={say('overview.halted')}>
      <article
        aria-label={say('overview.watcher')}
        className="card grid grid-cols-1 gap-x-6 gap-y-3 p-4 lg:grid-cols-2"
      >
        <div className="grid content-start gap-3">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <h3 className="font-semibold">{say('overview.watcher')}</h3>
            {isHalted && <StatusPill tone="bad">{say('overview.isHalted')}</StatusPill>}
          </div>
          {isHalted && <p className="text-small">{say('overview.haltedWhy')}</p>}
        </div>
        <div className="grid min-w-0 content-start gap-3">
          {proposed && (
            <p className="text-small text-warn">
              {say('overview.haltedProposed', { name: proposed.made_by.name })}
            </p>
          )}
          {mayPropose && (
            <ProposeForm
              act={proposeResumingDeposits}
              label={say('overview.believe')}
              button={say('overview.proposeLook')}
              over={proposingIsOver({ isOpen: isHalted, proposal: proposed })}
              onHand={onHand}
              onPropose={(reason) => mutateAsync({ reason })}
            >
              {say('overview.lookNext')}
            </ProposeForm>
          )}
        </div>
      </article>
    </Section>
  )
}
