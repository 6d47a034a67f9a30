import { say } from '@btbc/contract/operator/operator-text.ts'
import { REASON_MAX } from '@btbc/contract/operator/reason-rules.ts'
import { Button, type ButtonLook } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import type { TextField } from '@btbc/ui/useForm.ts'
import type { ComponentProps, ReactNode } from 'react'

import { onCtrlEnter } from '#desk/ctrl-enter.ts'
import { fullHint } from '#desk/full.ts'
import { type Act, useHeldFrom } from '#desk/operator.ts'
import { Outcome } from '#desk/Outcome.tsx'

type ReasonFormProps = Pick<ComponentProps<typeof Form>, 'label' | 'className' | 'onSubmit'> &
  ButtonLook & {
    form: {
      shown: number
      busy: boolean
      errors: { form?: string | undefined }
      field: (name: 'reason') => TextField
    }
    /** What it is about. */
    children?: ReactNode
    /** What it comes to, as far as it can be told. */
    outlook?: ReactNode
    /** What happens next. */
    next?: ReactNode
    /** It moves test money. */
    ofMoney?: boolean
    /** The name of the reason, where it is another than for the audit log. */
    reason?: string
    /** What is done: whoever may not do it reads who may. */
    act: Act
    /** Why nobody can do it any more. What is written stays until it is put away. */
    over?: string | undefined
    onPutAway?: (() => void) | undefined
    button: string
  }

/** What operators do with a reason, which stands in the audit log: the fields, why, and what happens next. */
export function ReasonForm(props: ReasonFormProps) {
  const { form, label, className = 'card p-4', onSubmit, children, ...rest } = props
  const { outlook, next, ofMoney = false, reason = say('desk.reason'), act, ...more } = rest
  const { over, onPutAway = () => undefined, button, ...look } = more
  const notMine = useHeldFrom(act)
  const written = form.field('reason')
  const held = over === undefined ? notMine : say('desk.cannotSend')
  const submit = async () => {
    if (held === undefined) await onSubmit()
    else notify(held, { tone: 'warn' })
  }
  return (
    <Form shown={form.shown} label={label} className={className} onSubmit={submit}>
      {children}
      <TextArea
        label={reason}
        maxLength={REASON_MAX}
        {...written}
        hint={fullHint(written.value, REASON_MAX)}
        readOnly={over !== undefined}
        onKeyDown={onCtrlEnter(() => void submit())}
      />
      {outlook}
      {next !== undefined && over === undefined && <p className="text-small text-mut">{next}</p>}
      <Outcome error={form.errors.form} over={over} onPutAway={onPutAway} />
      {ofMoney && <TestNote />}
      <Button {...look} type="submit" busy={form.busy} disabledReason={held}>
        {button}
      </Button>
    </Form>
  )
}
