import { listStuckNonces, proposeReplacingNonce } from '@btbc/contract/operator/nonce.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { proposingIsOver } from '#desk/over.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { useStaying } from '#desk/useStaying.ts'
import { dateTime } from '#format.ts'
import { StandstillCard } from '#screens/overview/StandstillCard.tsx'
import { Section } from '#shell/Page.tsx'

type Stuck = Answer<typeof listStuckNonces>['stuck'][number]

const NONE: readonly Stuck[] = []

/**
 * Transactions that no block takes and that others wait behind; two people free their nonces. What is
 * written about one stays when it is in a block after all.
 */
export function StuckNonces() {
  const { data } = useCall(listStuckNonces, {})
  const list = data?.stuck ?? NONE
  const { all, hold } = useStaying(list)
  if (!data || all.length === 0) return null
  return (
    <Section title={say('overview.stuck')}>
      {all.map((stuck) => (
        <StuckCard
          key={stuck.id}
          stuck={stuck}
          isStuck={list.includes(stuck)}
          mayPropose={data.may_propose}
          onHand={(isInHand) => hold(stuck.id, isInHand)}
        />
      ))}
    </Section>
  )
}

type StuckCardProps = {
  stuck: Stuck
  /** False once it is in a block. */
  isStuck: boolean
  mayPropose: boolean
  onHand: (isInHand: boolean) => void
}

function StuckCard({ stuck, isStuck, mayPropose, onHand }: StuckCardProps) {
  const { mutateAsync } = useAct(proposeReplacingNonce)
  const { id, purpose, nonce, key, waiting, problem, signed_at: signedAt } = stuck
  const { proposal, is_replaced: isReplaced } = stuck
  return (
    <StandstillCard
      title={say('overview.stuckOne', { id, purpose })}
      state={isStuck ? say('overview.inNoBlock') : undefined}
      underWay={underWay(stuck)}
      form={
        mayPropose && (
          <ProposeForm
            act={proposeReplacingNonce}
            draft={`nonce ${id}`}
            label={say('overview.whyFree')}
            button={say('overview.proposeFree')}
            over={proposingIsOver({ isOpen: isStuck && !isReplaced, proposal })}
            onHand={onHand}
            onPropose={(reason) => mutateAsync({ id, reason })}
          >
            {say('overview.freeNext')}
          </ProposeForm>
        )
      }
    >
      <p className="num text-small wrap-anywhere">
        {say('overview.nonce', { nonce, key, waiting })} {problem}{' '}
        <span className="text-mut">{say('overview.signed', { at: dateTime(signedAt) })}</span>
      </p>
    </StandstillCard>
  )
}

function underWay({ proposal, is_replaced: isReplaced }: Stuck): string | undefined {
  if (isReplaced) return say('overview.bids')
  return proposal ? say('overview.nonceProposed', { name: proposal.made_by.name }) : undefined
}
