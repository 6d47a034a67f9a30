import { say } from '@btbc/contract/operator/operator-text.ts'
import { decideProposal, listProposals } from '@btbc/contract/operator/proposal.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { Link, useLocation } from '@tanstack/react-router'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { CampaignRules } from '#desk/CampaignRules.tsx'
import { useOperator } from '#desk/operator.ts'
import { numberIn, placeOf } from '#desk/places.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'

export type Proposal = Answer<typeof listProposals>['list'][number]
export type Decision = 'accept' | 'reject'

const tones = { pending: 'waiting', accepted: 'good', rejected: 'bad', expired: 'idle' } as const

/** What one proposed: who, when, why, the way to it, and the two buttons for somebody else. */
export function ProposalCard({ proposal, meant }: { proposal: Proposal; meant?: Decision }) {
  const { decided_by: decidedBy, decided_at: decidedAt } = proposal
  return (
    <article
      aria-label={proposal.summary}
      tabIndex={-1}
      className="card grid gap-3 p-4 outline-offset-2 focus-visible:outline-2 focus-visible:outline-ac"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="num font-semibold wrap-anywhere">{proposal.summary}</h3>
        <StatusPill tone={tones[proposal.state]}>{proposal.state}</StatusPill>
      </div>
      <p className="text-small text-mut">
        {say('desk.proposedBy', {
          name: proposal.made_by.name,
          at: dateTime(proposal.made_at),
          reason: proposal.reason,
        })}
      </p>
      {decidedBy !== null && decidedAt !== null && (
        <p className="text-small text-mut">
          {say(proposal.state === 'accepted' ? 'desk.acceptedBy' : 'desk.rejectedBy', {
            name: decidedBy.name,
            at: dateTime(decidedAt),
            reason: proposal.decision_reason ?? '',
          })}
        </p>
      )}
      <Whole proposal={proposal} />
      {proposal.state === 'pending' && <Pending proposal={proposal} meant={meant ?? 'accept'} />}
    </article>
  )
}

/** The way to all that is known of it, where that is another screen. */
function Whole({ proposal }: { proposal: Proposal }) {
  const here = useLocation({ select: ({ pathname }) => pathname })
  const place = placeOf(proposal)
  if (place.to === here) return null
  return (
    <Link
      {...place}
      className="press inline-flex min-h-11 items-center justify-self-start font-semibold text-ac underline"
    >
      {say('desk.seeSubject', { subject: proposal.subject })}
    </Link>
  )
}

/** A case is decided at its desk alone, where its facts and warnings stand. */
function Pending({ proposal, meant }: { proposal: Proposal; meant: Decision }) {
  const { kind, subject, decides } = proposal
  if (!decides) return <Held proposal={proposal} />
  const decision = <ProposalDecision proposal={proposal} meant={meant} />
  if (kind === 'campaign.publish')
    return <CampaignRules id={numberIn(subject)}>{decision}</CampaignRules>
  if (kind !== 'case.accept') return decision
  return (
    <p className="text-small text-mut">
      {say('desk.decidedThere', { end: dateTime(proposal.expires_at) })}
    </p>
  )
}

function Held({ proposal }: { proposal: Proposal }) {
  const me = useOperator()
  return (
    <p className="text-small text-warn">
      {say(proposal.made_by.id === me?.id ? 'desk.yours' : 'desk.othersDecide', {
        end: dateTime(proposal.expires_at),
      })}
    </p>
  )
}

function ProposalDecision({ proposal, meant }: { proposal: Proposal; meant: Decision }) {
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const { mutateAsync } = useAct(decideProposal)
  const decide = (decision: Decision) =>
    form.submit(reasonFault(reason), async () => {
      const { state } = await mutateAsync({ id: proposal.id, decision, reason })
      notify(say(state === 'accepted' ? 'desk.accepted' : 'desk.rejected'))
    })
  return (
    <Form shown={form.shown} onSubmit={() => decide('accept')}>
      <TextArea
        label={say('desk.reason')}
        maxLength={500}
        {...form.field('reason')}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void decide(meant)
        }}
      />
      <p className="text-small text-mut">
        {say('desk.acceptingDoes', { end: dateTime(proposal.expires_at) })}
      </p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" size="medium" busy={form.busy}>
          {say('desk.accept')}
        </Button>
        <Button
          size="medium"
          variant="danger"
          busy={form.busy}
          onClick={() => void decide('reject')}
        >
          {say('desk.reject')}
        </Button>
      </div>
    </Form>
  )
}
