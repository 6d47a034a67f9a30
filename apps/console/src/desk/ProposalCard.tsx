import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import { Link, useLocation } from '@tanstack/react-router'

import { CampaignRules } from '#desk/CampaignRules.tsx'
import { type Decision, type Proposal, useDeciding, useHeldDecision } from '#desk/deciding.ts'
import { numberIn, placeOf } from '#desk/places.ts'
import { dateTime } from '#format.ts'

const tones = { pending: 'waiting', accepted: 'good', rejected: 'bad', expired: 'idle' } as const

type ProposalCardProps = {
  proposal: Proposal
  /** What Ctrl with Enter does, where A or R was pressed. */
  meant?: Decision | undefined
}

/** What one proposed: who, when, why, the way to it, and the two buttons for somebody else. */
export function ProposalCard({ proposal, meant }: ProposalCardProps) {
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
      {proposal.state === 'pending' && <Pending proposal={proposal} meant={meant} />}
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
function Pending({ proposal, meant }: ProposalCardProps) {
  const { kind, subject } = proposal
  const held = useHeldDecision(proposal)
  if (held !== undefined) return <p className="text-small text-warn">{held}</p>
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

const enterDoes = { accept: 'desk.enterAccepts', reject: 'desk.enterRejects' } as const

function ProposalDecision({ proposal, meant }: ProposalCardProps) {
  const { form, decide } = useDeciding(proposal)
  return (
    <Form shown={form.shown} onSubmit={() => decide('accept')}>
      <TextArea
        label={say('desk.reason')}
        maxLength={500}
        {...form.field('reason')}
        hint={meant && say(enterDoes[meant])}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            void decide(meant ?? 'accept')
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
