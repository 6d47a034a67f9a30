import { say } from '@btbc/contract/operator/operator-text.ts'
import { dismissGroup, proposeHold, proposeRelease } from '@btbc/contract/operator/sybil.ts'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { type Choice, DecisionForm } from '#desk/DecisionForm.tsx'
import { proposingIsOver } from '#desk/over.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { wayOn } from '#desk/way-on.ts'
import type { Group } from '#screens/sybil/GroupPanel.tsx'

type Decision = 'hold' | 'dismiss' | 'release'

/** Two hold and two release; one is enough to say that these are several people. */
export function DecideGroup({ group }: { group: Group }) {
  return (
    <>
      <DecideIn state="found" group={group} />
      <DecideIn state="held" group={group} />
    </>
  )
}

type DecideInProps = {
  /** In which it is decided so. */
  state: 'found' | 'held'
  group: Group
}

function DecideIn({ state, group }: DecideInProps) {
  const { id, size, proposal, may_decide: mayDecide } = group
  const choices = state === 'found' ? ofFound(size) : ofHeld(size)
  const nothing = { decision: (state === 'found' ? 'hold' : 'release') as Decision, reason: '' }
  const form = useForm(nothing, {}, `group ${id} ${state}`)
  const { decision, reason } = form.values
  const hold = useAct(proposeHold)
  const release = useAct(proposeRelease)
  const dismiss = useAct(dismissGroup)
  const decide = () =>
    form.submit(reasonFault(reason), async () => {
      const goOn = wayOn()
      await { hold, release, dismiss }[decision].mutateAsync({ id, reason })
      notify(say(decision === 'dismiss' ? 'sybil.wasDismissed' : 'desk.proposed'))
      form.set(nothing)
      goOn()
    })
  return (
    <DecisionForm<Decision>
      form={form}
      choices={choices}
      value={decision}
      onChoose={(next) => {
        form.set({ decision: next })
        form.show({})
      }}
      reason={{ label: say('desk.reason'), ...form.field('reason') }}
      held={mayDecide ? undefined : say('desk.roleReads')}
      over={proposingIsOver({ isOpen: group.state === state, proposal })}
      onDecide={decide}
    />
  )
}

function ofFound(size: number): Choice<Decision>[] {
  return [
    {
      value: 'hold',
      label: say('sybil.holdKey'),
      key: 'a',
      next: say('sybil.nextOnHold', { size }),
      button: say('sybil.hold'),
      danger: true,
    },
    {
      value: 'dismiss',
      label: say('sybil.dismissKey'),
      key: 'r',
      next: say('sybil.nextOnDismiss'),
      button: say('sybil.dismiss'),
    },
  ]
}

function ofHeld(size: number): Choice<Decision>[] {
  return [
    {
      value: 'release',
      label: say('sybil.releaseKey'),
      key: 'a',
      next: say('sybil.nextOnRelease', { size }),
      button: say('sybil.release'),
    },
  ]
}
