import { say } from '@btbc/contract/operator/operator-text.ts'
import { REASON_MAX } from '@btbc/contract/operator/reason-rules.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import { Link, useLocation } from '@tanstack/react-router'

import { CampaignRules } from '#desk/CampaignRules.tsx'
import { onCtrlEnter } from '#desk/ctrl-enter.ts'
import { type Decision, type Proposal, useDeciding, useHeldDecision } from '#desk/deciding.ts'
import { fullHint } from '#desk/full.ts'
import { Outcome } from '#desk/Outcome.tsx'
import { decidingIsOver } from '#desk/over.ts'
import { numberIn, placeOf } from '#desk/places.ts'
import { TakeBack } from '#desk/TakeBack.tsx'
import { useInHand } from '#desk/useInHand.ts'
import { dateTime } from '#format.ts'
import { menu } from '#shell/menu.ts'

const tones = {
  pending: 'waiting',
  accepted: 'good',
  rejected: 'bad',
  expired: 'idle',
  withdrawn: 'idle',
} as const

type ProposalCardProps = {
  proposal: Proposal
  /** What Ctrl with Enter does, where A or R was pressed. */
  meant?: Decision | undefined
  /** Why nobody can decide it any more, where what is known of it does not say so. */
  over?: string | undefined
  /** Whether it is being written in, whenever that changes. */
  onHand?: (isInHand: boolean) => void
}

/** What one proposed: who, when, why, the way to it, and the two buttons for somebody else. */
export function ProposalCard({ proposal, meant, over: left, onHand }: ProposalCardProps) {
  const deciding = useDeciding(proposal)
  const { isInHand, watch } = useInHand(deciding.form.values.reason, onHand)
  const over = left ?? decidingIsOver(proposal)
  return (
    <article
      aria-label={proposal.summary}
      tabIndex={-1}
      className="card grid gap-3 p-4 outline-offset-2 focus-visible:outline-2 focus-visible:outline-ac"
    >
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h3 className="num font-semibold wrap-anywhere">{proposal.summary}</h3>
        {left === undefined && (
          <StatusPill tone={tones[proposal.state]}>{proposal.state}</StatusPill>
        )}
      </div>
      <p className="text-small text-mut">
        {say('desk.proposedBy', {
          name: proposal.made_by.name,
          at: dateTime(proposal.made_at),
          reason: proposal.reason,
        })}
      </p>
      <Ended proposal={proposal} />
      <Whole proposal={proposal} />
      {(over === undefined || isInHand) && (
        <div {...watch}>
          <Pending {...{ proposal, meant, deciding, over }} />
        </div>
      )}
      <TakeBack proposal={proposal} over={left} onHand={onHand} />
    </article>
  )
}

/** By whom it ended, when, and why. */
function Ended({ proposal }: { proposal: Proposal }) {
  const { state, decided_by: by, decided_at: at, made_by: maker } = proposal
  if (at === null) return null
  const line = (text: 'desk.acceptedBy' | 'desk.rejectedBy' | 'desk.takenBackBy', name: string) => (
    <p className="text-small text-mut">
      {say(text, { name, at: dateTime(at), reason: proposal.decision_reason ?? '' })}
    </p>
  )
  if (state === 'withdrawn') return line('desk.takenBackBy', maker.name)
  return by && line(state === 'accepted' ? 'desk.acceptedBy' : 'desk.rejectedBy', by.name)
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
      {nameOfWay(proposal, place.to)}
    </Link>
  )
}

type PendingProps = Pick<ProposalCardProps, 'proposal' | 'meant'> & {
  deciding: ReturnType<typeof useDeciding>
  /** Why nobody can decide it any more. */
  over: string | undefined
}

function nameOfWay({ kind, subject }: Proposal, to: string): string {
  const place = menu.find((item) => item.to === to)?.name ?? to
  if (kind !== 'case.accept') return say('desk.seeIn', { place })
  return say('desk.seeCaseIn', { id: numberIn(subject), place })
}

/** A case is decided at its desk alone, where its facts and warnings stand. */
function Pending(props: PendingProps) {
  const { proposal, over } = props
  const { kind, subject } = proposal
  const held = useHeldDecision(proposal)
  if (held !== undefined && over === undefined)
    return <p className="text-small text-warn">{held}</p>
  const decision = <ProposalDecision {...props} />
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

function ProposalDecision({ proposal, meant, deciding, over }: PendingProps) {
  const { form } = deciding
  const held = over === undefined ? undefined : say('desk.cannotSend')
  const decide = async (decision: Decision) => {
    if (held === undefined) await deciding.decide(decision)
    else notify(held, { tone: 'warn' })
  }
  return (
    <Form shown={form.shown} onSubmit={() => decide('accept')}>
      <TextArea
        label={say('desk.reason')}
        maxLength={REASON_MAX}
        {...form.field('reason')}
        readOnly={over !== undefined}
        hint={fullHint(form.values.reason, REASON_MAX) ?? (meant && say(enterDoes[meant]))}
        onKeyDown={onCtrlEnter(() => void decide(meant ?? 'accept'))}
      />
      {over === undefined && (
        <p className="text-small text-mut">
          {say('desk.acceptingDoes', { end: dateTime(proposal.expires_at) })}
        </p>
      )}
      <Outcome error={form.errors.form} over={over} onPutAway={() => form.edit({ reason: '' })} />
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" size="medium" busy={form.busy} disabledReason={held}>
          {say('desk.accept')}
        </Button>
        <Button
          size="medium"
          variant="danger"
          busy={form.busy}
          disabledReason={held}
          onClick={() => void decide('reject')}
        >
          {say('desk.reject')}
        </Button>
      </div>
    </Form>
  )
}
