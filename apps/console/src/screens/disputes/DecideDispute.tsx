import { proposeDealDecision } from '@btbc/contract/operator/dispute.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { formatAmount, mulDiv, parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { type Decision, useDeciding, useHeldDecision } from '#desk/deciding.ts'
import { type Choice, DecisionForm } from '#desk/DecisionForm.tsx'
import { decidingIsOver, proposingIsOver } from '#desk/over.ts'
import { reasonFault } from '#desk/reason.ts'
import { useStandingProposal } from '#desk/StandingProposal.tsx'
import { useForm } from '#desk/useForm.ts'
import { wayOn } from '#desk/way-on.ts'
import { dateTime, money } from '#format.ts'
import type { Dispute } from '#screens/disputes/DisputePanel.tsx'

type Proposal = NonNullable<Dispute['proposal']>
type End = 'release' | 'return' | 'split'

const WHOLE = 100
const PART = /^[1-9]\d?$/

/** One proposes what becomes of the escrow, another accepts it. */
export function DecideDispute({ found }: { found: Dispute }) {
  const { proposal } = found
  const { all, hold } = useStandingProposal(proposal)
  return (
    <>
      <First found={found} />
      {all.map((each) => (
        <Second
          key={each.id}
          proposal={each}
          over={each === proposal ? decidingIsOver(each) : say('desk.decidedMeanwhile')}
          onHand={(isInHand) => hold(each.id, isInHand)}
        />
      ))}
    </>
  )
}

const NOTHING = { end: 'release' as End, reason: '', part: '50' }

function First({ found }: { found: Dispute }) {
  const form = useForm(NOTHING, {}, `dispute ${found.id}`)
  const { end, reason, part } = form.values
  const { mutateAsync } = useAct(proposeDealDecision)
  const fault = end === 'split' && !PART.test(part) ? { part: say('dispute.partWrong') } : {}
  const propose = () =>
    form.submit({ ...fault, ...reasonFault(reason) }, async () => {
      const goOn = wayOn()
      await mutateAsync({ id: found.id, buyer_percent: percentOf(end, part), reason })
      notify(say('desk.proposed'))
      form.set(NOTHING)
      goOn()
    })
  return (
    <DecisionForm<End>
      form={form}
      choices={endsOf(found.number, part)}
      value={end}
      onChoose={(next) => {
        form.set({ end: next })
        form.show({})
      }}
      reason={{ label: say('dispute.reason'), ...form.field('reason') }}
      held={found.may_propose ? undefined : say('desk.roleReads')}
      over={proposingIsOver({
        isOpen: found.state === 'disputed',
        proposal: found.proposal?.state === 'pending' ? found.proposal : null,
      })}
      onDecide={propose}
    >
      {end === 'split' && (
        <Field label={say('dispute.percent')} inputMode="numeric" {...form.field('part')} />
      )}
    </DecisionForm>
  )
}

function percentOf(end: End, part: string): number {
  return end === 'release' ? WHOLE : end === 'return' ? 0 : Number(part)
}

/** Each end with the exact amounts that the server will move. */
function endsOf(number: string, part: string): Choice<End>[] {
  const all = parseAmount(number) ?? 0n
  const usdt = (units: bigint) => money(formatAmount(units), currencies.USDT.id)
  const isPart = PART.test(part)
  const toBuyer = mulDiv(all, isPart ? BigInt(part) : 0n, BigInt(WHOLE), 'down')
  const shares = { buyer: usdt(toBuyer), seller: usdt(all - toBuyer) }
  return [
    {
      value: 'release',
      label: say('dispute.releaseKey'),
      key: 'a',
      next: say('dispute.nextOnRelease', { amount: usdt(all) }),
      button: say('dispute.release'),
    },
    {
      value: 'return',
      label: say('dispute.returnKey'),
      key: 'r',
      next: say('dispute.nextOnReturn', { amount: usdt(all) }),
      button: say('dispute.return'),
      danger: true,
    },
    {
      value: 'split',
      label: say('dispute.splitChoice'),
      next: isPart ? say('dispute.nextOnSplit', shares) : say('dispute.splitUnknown'),
      button: isPart ? say('dispute.split', shares) : say('dispute.splitNothing'),
    },
  ]
}

type SecondProps = {
  proposal: Proposal
  /** Why nobody can answer it any more. */
  over: string | undefined
  onHand: (isInHand: boolean) => void
}

function Second({ proposal, over, onHand }: SecondProps) {
  const { form, decide } = useDeciding(proposal)
  const { decision } = form.values
  return (
    <DecisionForm<Decision>
      form={form}
      choices={answersTo(proposal)}
      value={decision}
      onChoose={(next) => {
        form.set({ decision: next })
        form.show({})
      }}
      reason={{ label: say('desk.reason'), ...form.field('reason') }}
      held={useHeldDecision(proposal)}
      over={over}
      onHand={onHand}
      onDecide={() => decide(decision)}
    />
  )
}

function answersTo({ summary, expires_at: end }: Proposal): Choice<Decision>[] {
  return [
    {
      value: 'accept',
      label: say('desk.acceptKey'),
      key: 'a',
      next: say('dispute.nextOnAccept', { summary }),
      button: say('desk.acceptSecond'),
    },
    {
      value: 'reject',
      label: say('desk.rejectKey'),
      key: 'r',
      next: say('dispute.nextOnReject', { end: dateTime(end) }),
      button: say('desk.reject'),
      danger: true,
    },
  ]
}
