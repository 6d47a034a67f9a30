import { listStuckNonces, proposeReplacingNonce } from '@btbc/contract/operator/nonce.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { proposingIsOver } from '#desk/over.ts'
import { ProposeForm } from '#desk/ProposeForm.tsx'
import { useStaying } from '#desk/useStaying.ts'
import { dateTime } from '#format.ts'
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
        <article
          key={stuck.id}
          aria-label={say('overview.transactionNo', { id: stuck.id })}
          className="card grid grid-cols-1 gap-x-6 gap-y-3 p-4 lg:grid-cols-2"
        >
          <div className="grid min-w-0 content-start gap-3">
            <div className="flex flex-wrap items-start justify-between gap-3">
              <h3 className="num font-semibold">
                {say('overview.stuckOne', { id: stuck.id, purpose: stuck.purpose })}
              </h3>
              {list.includes(stuck) && (
                <StatusPill tone="bad">{say('overview.inNoBlock')}</StatusPill>
              )}
            </div>
            <p className="num text-small wrap-anywhere">
              {say('overview.nonce', {
                nonce: stuck.nonce,
                key: stuck.key,
                waiting: stuck.waiting,
              })}{' '}
              {stuck.problem}{' '}
              <span className="text-mut">
                {say('overview.signed', { at: dateTime(stuck.signed_at) })}
              </span>
            </p>
          </div>
          <StuckAction
            stuck={stuck}
            isStuck={list.includes(stuck)}
            mayPropose={data.may_propose}
            onHand={(isInHand) => hold(stuck.id, isInHand)}
          />
        </article>
      ))}
    </Section>
  )
}

type StuckActionProps = {
  stuck: Stuck
  /** False once it is in a block. */
  isStuck: boolean
  mayPropose: boolean
  onHand: (isInHand: boolean) => void
}

function StuckAction({ stuck, isStuck, mayPropose, onHand }: StuckActionProps) {
  const { mutateAsync } = useAct(proposeReplacingNonce)
  const { id, proposal, is_replaced: isReplaced } = stuck
  return (
    <div className="grid min-w-0 content-start gap-3">
      {isReplaced && <p className="text-small text-warn">{say('overview.bids')}</p>}
      {!isReplaced && proposal !== null && (
        <p className="text-small text-warn">
          {say('overview.nonceProposed', { name: proposal.made_by.name })}
        </p>
      )}
      {mayPropose && (
        <ProposeForm
          act={proposeReplacingNonce}
          label={say('overview.whyFree')}
          button={say('overview.proposeFree')}
          over={proposingIsOver({ isOpen: isStuck && !isReplaced, proposal })}
          onHand={onHand}
          onPropose={(reason) => mutateAsync({ id, reason })}
        >
          {say('overview.freeNext')}
        </ProposeForm>
      )}
    </div>
  )
}
