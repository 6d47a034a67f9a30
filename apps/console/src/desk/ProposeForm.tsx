import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'
import type { ReactNode } from 'react'

import type { Act } from '#desk/operator.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { useInHand } from '#desk/useInHand.ts'
import { wayOn } from '#desk/way-on.ts'

type ProposeFormProps = {
  act: Act
  /** The name under which what is typed outlives its session. */
  draft?: string
  label: string
  button: string
  /** Why nobody can propose it any more. What is written stays until it is put away. */
  over?: string | undefined
  /** Whether it is being written in, whenever that changes. */
  onHand?: (isInHand: boolean) => void
  onPropose: (reason: string) => Promise<unknown>
  /** What happens next. */
  children: ReactNode
}

const NOTHING = { reason: '' }

/** A reason and a button: what one proposes and another accepts. */
export function ProposeForm(props: ProposeFormProps) {
  const { act, draft, label, button, over, onHand, onPropose, children } = props
  const form = useForm(NOTHING, {}, draft)
  const { reason } = form.values
  const { isInHand, watch } = useInHand(reason, onHand)
  const propose = () =>
    form.submit(reasonFault(reason), async () => {
      const goOn = wayOn()
      await onPropose(reason)
      notify(say('desk.proposed'))
      form.set(NOTHING)
      goOn()
    })
  if (over !== undefined && !isInHand) return null
  return (
    <div className="min-w-0" {...watch}>
      <ReasonForm
        act={act}
        form={form}
        className="content-start"
        size="medium"
        onSubmit={propose}
        reason={label}
        next={children}
        over={over}
        onPutAway={() => form.edit(NOTHING)}
        button={button}
      />
    </div>
  )
}
