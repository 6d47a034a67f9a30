import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import { TextArea } from '#shell/TextArea.tsx'

type Proposal = Answer<'/proposals'>['list'][number]

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
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const { mutateAsync } = useAct('/proposal/decide')
  const decide = (decision: 'accept' | 'reject') =>
    form.submit(reasonFault(reason), async () => {
      const { state } = await mutateAsync({ id: proposal.id, decision, reason })
      notify(state === 'accepted' ? 'Accepted.' : 'Rejected.')
    })
  return (
    <Form shown={form.shown} onSubmit={() => decide('accept')}>
      <TextArea label="Reason, for the audit log" maxLength={500} {...form.field('reason')} />
      <p className="text-small text-mut">
        Accepting does exactly what stands above, at once. Rejecting moves nothing. It ends by
        itself {dateTime(proposal.expires_at)}.
      </p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" size="medium" busy={form.busy}>
          Accept
        </Button>
        <Button
          size="medium"
          variant="danger"
          busy={form.busy}
          onClick={() => void decide('reject')}
        >
          Reject
        </Button>
      </div>
    </Form>
  )
}
