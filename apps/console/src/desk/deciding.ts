import { say } from '@btbc/contract/operator/operator-text.ts'
import { decideProposal, type listProposals } from '@btbc/contract/operator/proposal.ts'
import { notify } from '@btbc/ui/notice.ts'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { useOperator } from '#desk/operator.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { wayOn } from '#desk/way-on.ts'
import { dateTime } from '#format.ts'

export type Proposal = Answer<typeof listProposals>['list'][number]
export type Decision = 'accept' | 'reject'

const NOTHING = { decision: 'accept' as Decision, reason: '' }

/** What another proposed is accepted or rejected, with a reason. */
export function useDeciding({ id }: Pick<Proposal, 'id'>) {
  const form = useForm(NOTHING, {}, `proposal ${id}`)
  const { reason } = form.values
  const { mutateAsync } = useAct(decideProposal)
  const decide = (decision: Decision) =>
    form.submit(reasonFault(reason), async () => {
      const goOn = wayOn()
      const { state } = await mutateAsync({ id, decision, reason })
      notify(say(state === 'accepted' ? 'desk.accepted' : 'desk.rejected'))
      form.set(NOTHING)
      goOn()
    })
  return { form, decide }
}

type Held = Pick<Proposal, 'decides' | 'made_by' | 'expires_at'>

/** Why this operator cannot decide it, if so. */
export function useHeldDecision({ decides, made_by: by, expires_at: end }: Held) {
  const me = useOperator()
  if (decides) return undefined
  return say(by.id === me?.id ? 'desk.yours' : 'desk.othersDecide', { end: dateTime(end) })
}
