import { say } from '@btbc/contract/operator/operator-text.ts'
import { listProposals } from '@btbc/contract/operator/proposal.ts'
import {
  proposeResumingDeposits,
  type readOverview,
} from '@btbc/contract/operator/reconciliation.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { proposingIsOver } from '#desk/over.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { StandstillCard } from '#screens/overview/StandstillCard.tsx'
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
      <StandstillCard
        title={say('overview.watcher')}
        state={isHalted ? say('overview.isHalted') : undefined}
        underWay={
          proposed ? say('overview.haltedProposed', { name: proposed.made_by.name }) : undefined
        }
        form={
          mayPropose && (
            <ProposeForm
              act={proposeResumingDeposits}
              draft="watcher"
              label={say('overview.believe')}
              button={say('overview.proposeLook')}
              over={proposingIsOver({ isOpen: isHalted, proposal: proposed })}
              onHand={onHand}
              onPropose={(reason) => mutateAsync({ reason })}
            >
              {say('overview.lookNext')}
            </ProposeForm>
          )
        }
      >
        {isHalted && <p className="text-small">{say('overview.haltedWhy')}</p>}
      </StandstillCard>
    </Section>
  )
}
