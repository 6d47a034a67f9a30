import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useState } from 'react'

import { errorText, type Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { dateTime } from '#format.ts'
import { TextArea } from '#shell/TextArea.tsx'

type Proposal = Answer<'/proposals'>['list'][number]

const REASON_MIN = 3
const tones = { pending: 'waiting', accepted: 'good', rejected: 'bad', expired: 'idle' } as const

/** What one proposed: who, when, why, and the two buttons for somebody else. */
export function ProposalCard({ proposal }: { proposal: Proposal }) {
  const { decided_by: decidedBy, decided_at: decidedAt } = proposal
  return (
    <article aria-label={proposal.summary} className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="num font-semibold">{proposal.summary}</h3>
        <StatusPill tone={tones[proposal.state]}>{proposal.state}</StatusPill>
      </div>
      <p className="text-small text-mut">
        Proposed by {proposal.made_by.name}, {dateTime(proposal.made_at)}: “{proposal.reason}”
      </p>
      {decidedBy !== null && decidedAt !== null && (
        <p className="text-small text-mut">
          {proposal.state === 'accepted' ? 'Accepted' : 'Rejected'} by {decidedBy.name},{' '}
          {dateTime(decidedAt)}: “{proposal.decision_reason}”
        </p>
      )}
      {proposal.state === 'pending' &&
        (proposal.decides ? (
          <ProposalDecision proposal={proposal} />
        ) : (
          <Held proposal={proposal} />
        ))}
    </article>
  )
}

function Held({ proposal }: { proposal: Proposal }) {
  const me = useCall('/me', {}, { refetchInterval: 60_000 })
  return (
    <p className="text-small text-warn">
      {proposal.made_by.id === me.data?.id
        ? 'You proposed this: another operator has to accept it'
        : 'Another role decides this'}{' '}
      by {dateTime(proposal.expires_at)}. Nothing has moved yet.
    </p>
  )
}

function ProposalDecision({ proposal }: { proposal: Proposal }) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const act = useAct('/proposal/decide')

  function decide(decision: 'accept' | 'reject') {
    if (act.isPending) return
    if (reason.trim().length < REASON_MIN) {
      setMissing(true)
      return
    }
    act.mutate(
      { id: proposal.id, decision, reason },
      { onSuccess: ({ state }) => notify(state === 'accepted' ? 'Accepted.' : 'Rejected.') },
    )
  }

  return (
    <div className="grid gap-3">
      <TextArea
        label="Reason, for the audit log"
        maxLength={500}
        value={reason}
        error={missing ? 'Please give a reason of a few words.' : undefined}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
      />
      <p className="text-small text-mut">
        Accepting does exactly what stands above, at once. Rejecting moves nothing. It ends by
        itself {dateTime(proposal.expires_at)}.
      </p>
      {act.error && <Banner tone="bad">{errorText(act.error)}</Banner>}
      <div className="grid grid-cols-2 gap-3">
        <Button size="medium" busy={act.isPending} onClick={() => decide('accept')}>
          Accept
        </Button>
        <Button size="medium" variant="danger" onClick={() => decide('reject')}>
          Reject
        </Button>
      </div>
    </div>
  )
}
