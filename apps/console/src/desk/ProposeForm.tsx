import { say } from '@btbc/contract/operator/operator-text.ts'
import { notify } from '@btbc/ui/notice.ts'
import type { ReactNode } from 'react'

import type { Act } from '#desk/operator.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { wayOn } from '#desk/way-on.ts'

type ProposeFormProps = {
  act: Act
  label: string
  button: string
  onPropose: (reason: string) => Promise<unknown>
  /** What happens next. */
  children: ReactNode
}

/** A reason and a button: what one proposes and another accepts. */
export function ProposeForm({ act, label, button, onPropose, children }: ProposeFormProps) {
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const propose = () =>
    form.submit(reasonFault(reason), async () => {
      const goOn = wayOn()
      await onPropose(reason)
      notify(say('desk.proposed'))
      goOn()
    })
  return (
    <ReasonForm
      act={act}
      form={form}
      className="content-start"
      size="medium"
      onSubmit={propose}
      reason={label}
      next={children}
      button={button}
    />
  )
}
