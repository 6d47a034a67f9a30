import { decideCase, type readCase } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { Answers } from '#desk/Answers.tsx'
import type { Decision } from '#desk/deciding.ts'
import { type Choice, DecisionForm } from '#desk/DecisionForm.tsx'
import { useOperator } from '#desk/operator.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { wayOn } from '#desk/way-on.ts'

type Case = Answer<typeof readCase>

/** What became of a case while it was written for. */
const overBy = {
  waiting: undefined,
  accepted: say('desk.decidedMeanwhile'),
  rejected: say('desk.decidedMeanwhile'),
  cancelled: say('desk.takenBackMeanwhile'),
}

const NOTHING = { decision: 'accept' as Decision, reason: '' }

/** Accept or reject a case, with a reason. */
export function DecisionBar({ found }: { found: Case }) {
  const form = useForm(NOTHING, {}, `case ${found.queue} ${found.id}`)
  const { decision, reason } = form.values
  const { mutateAsync } = useAct(decideCase)
  const decide = () =>
    form.submit(reasonFault(reason), async () => {
      const { queue, id } = found
      const first = waitingProposal(found)
      const message = found.messages.at(-1)?.id
      const seen = { ...(first && { proposal: first.id }), ...(message && { message }) }
      const goOn = wayOn()
      const { outcome } = await mutateAsync({ queue, id, decision, reason, ...seen })
      notify(outcome === 'proposed' ? say('desk.proposedAcceptance') : wordsOf(found)[outcome])
      form.set(NOTHING)
      goOn()
    })
  return (
    <DecisionForm<Decision>
      form={form}
      choices={choicesOf(found)}
      value={decision}
      onChoose={(next) => {
        form.set({ decision: next })
        form.show({})
      }}
      reason={{
        label: wordsOf(found).reasonTo[decision],
        ...form.field('reason'),
      }}
      held={useHeldReason(found)}
      over={overBy[found.state]}
      onDecide={decide}
    >
      {decision === 'accept' && found.answers.length > 0 && (
        <Answers
          answers={found.answers}
          typed={reason}
          onTake={(text) => form.edit({ reason: text })}
        />
      )}
    </DecisionForm>
  )
}

/** Feedback is answered or closed; everything else is accepted or rejected, and the member reads why. */
function wordsOf({ queue }: Case) {
  return queue === 'feedback'
    ? {
        acceptKey: say('desk.answerKey'),
        rejectKey: say('desk.closeKey'),
        reasonTo: { accept: say('desk.answerText'), reject: say('desk.reason') },
        accept: say('desk.answer'),
        reject: say('desk.close'),
        accepted: say('desk.answered'),
        rejected: say('desk.closed'),
      }
    : {
        acceptKey: say('desk.acceptKey'),
        rejectKey: say('desk.rejectKey'),
        reasonTo: { accept: say('desk.reason'), reject: say('desk.reasonRead') },
        accept: say('desk.accept'),
        reject: say('desk.reject'),
        accepted: say('desk.accepted'),
        rejected: say('desk.rejected'),
      }
}

function choicesOf(found: Case): Choice<Decision>[] {
  const { after_accept: next, after_reject: nextOnReject } = found
  const words = wordsOf(found)
  const isFirst = found.needs_two && !waitingProposal(found)
  return [
    {
      value: 'accept',
      label: words.acceptKey,
      key: 'a',
      next: isFirst ? say('desk.nextOnFirst', { next }) : next,
      button: acceptName(found),
    },
    {
      value: 'reject',
      label: words.rejectKey,
      key: 'r',
      next: nextOnReject,
      button: words.reject,
      danger: true,
    },
  ]
}

function acceptName(found: Case): string {
  if (!found.needs_two) return wordsOf(found).accept
  return waitingProposal(found) ? say('desk.acceptSecond') : say('desk.acceptFirst')
}

/** The acceptance of another that waits for a second. What is sent is what the button says. */
function waitingProposal({ proposal }: Case): Case['proposal'] {
  return proposal?.state === 'pending' ? proposal : null
}

/** Why this operator cannot decide now, in words. */
function useHeldReason(found: Case): string | undefined {
  const me = useOperator()
  if (!found.decides) return say('desk.roleReads')
  const first = waitingProposal(found)
  return first && first.made_by.id === me?.id ? say('desk.youWereFirst') : undefined
}
