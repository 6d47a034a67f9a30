import { readOperator } from '@btbc/contract/operator/access.ts'
import { decideCase, type readCase } from '@btbc/contract/operator/case.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import type { Answer } from '#api/call.ts'
import { useAct, useCall } from '#api/query.ts'
import { type Choice, DecisionForm } from '#desk/DecisionForm.tsx'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'

type Case = Answer<typeof readCase>
type Decision = 'accept' | 'reject'

const said = {
  accepted: say('desk.accepted'),
  rejected: say('desk.rejected'),
  proposed: say('desk.proposedAcceptance'),
}

/** Accept or reject a case, with a reason. */
export function DecisionBar({ found }: { found: Case }) {
  const [decision, setDecision] = useState<Decision>('accept')
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const { mutateAsync } = useAct(decideCase)
  const decide = () =>
    form.submit(reasonFault(reason), async () => {
      const { queue, id } = found
      const { outcome } = await mutateAsync({ queue, id, decision, reason })
      notify(said[outcome])
      form.set({ reason: '' })
    })
  return (
    <DecisionForm<Decision>
      form={form}
      choices={choicesOf(found)}
      value={decision}
      onChoose={(next) => {
        setDecision(next)
        form.show({})
      }}
      reason={{ label: say('desk.reason'), ...form.field('reason') }}
      held={useHeldReason(found)}
      onDecide={decide}
    />
  )
}

function choicesOf(found: Case): Choice<Decision>[] {
  const { after_accept: next, after_reject: nextOnReject } = found
  const isFirst = found.needs_two && found.proposal?.state !== 'pending'
  return [
    {
      value: 'accept',
      label: say('desk.acceptKey'),
      key: 'a',
      next: isFirst ? say('desk.nextOnFirst', { next }) : next,
      button: acceptName(found),
    },
    {
      value: 'reject',
      label: say('desk.rejectKey'),
      key: 'r',
      next: nextOnReject,
      button: say('desk.reject'),
      danger: true,
    },
  ]
}

function acceptName({ needs_two: needsTwo, proposal }: Case): string {
  if (!needsTwo) return say('desk.accept')
  return proposal?.state === 'pending' ? say('desk.acceptSecond') : say('desk.acceptFirst')
}

/** Why this operator cannot decide now, in words. */
function useHeldReason(found: Case): string | undefined {
  const me = useCall(readOperator, {}, { refetchInterval: 60_000 })
  if (!found.decides) return say('desk.roleReads')
  const isOwn = found.proposal?.state === 'pending' && found.proposal.made_by.id === me.data?.id
  return isOwn ? say('desk.youWereFirst') : undefined
}
