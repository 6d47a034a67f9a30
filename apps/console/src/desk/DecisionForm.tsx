import { say } from '@btbc/contract/operator/operator-text.ts'
import { REASON_MAX } from '@btbc/contract/operator/reason-rules.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import type { TextField } from '@btbc/ui/useForm.ts'
import { type ReactNode, useRef } from 'react'

import { onCtrlEnter } from '#desk/ctrl-enter.ts'
import { fullHint } from '#desk/full.ts'
import { Outcome } from '#desk/Outcome.tsx'
import { useShortcuts } from '#desk/shortcuts.ts'
import { useInHand } from '#desk/useInHand.ts'

export type Choice<Value extends string> = {
  value: Value
  label: string
  /** The key that chooses it. */
  key?: 'a' | 'r'
  /** What happens next, before it happens. */
  next: string
  button: string
  danger?: boolean
}

type DecisionFormProps<Value extends string> = {
  form: { shown: number; busy: boolean; errors: { form?: string | undefined } }
  choices: readonly Choice<Value>[]
  value: Value
  onChoose: (value: Value) => void
  reason: TextField & { label: string }
  /** Why this operator cannot decide now, in words. */
  held: string | undefined
  /** Why nobody can decide it any more. What is written stays until it is put away. */
  over?: string | undefined
  /** Whether it is being written in, whenever that changes. */
  onHand?: (isInHand: boolean) => void
  onDecide: () => Promise<unknown>
  children?: ReactNode
}

/** A choice with a reason, at the end of a case. What happens next is said before it happens. */
export function DecisionForm<Value extends string>(props: DecisionFormProps<Value>) {
  const { form, choices, value, onChoose, reason, over, onHand, onDecide, children } = props
  const held = over === undefined ? props.held : say('desk.cannotSend')
  const { isInHand, watch } = useInHand(reason.value, onHand)
  const words = useRef<HTMLTextAreaElement>(null)
  const chosen = choices.find((each) => each.value === value)
  const press = (key: 'a' | 'r') => () => {
    const meant = choices.find((each) => each.key === key)
    if (!meant) return
    onChoose(meant.value)
    words.current?.focus()
  }
  useShortcuts(over === undefined ? { a: press('a'), r: press('r') } : {})
  const submit = async () => {
    if (held === undefined) await onDecide()
    else notify(held, { tone: 'warn' })
  }
  if (over !== undefined && !isInHand) return null
  return (
    <div className="decision border-t border-line bg-s1 pt-4" {...watch}>
      <Form shown={form.shown} onSubmit={submit} label={say('desk.decision')}>
        {choices.length > 1 && (
          <Segmented<Value>
            legend={say('desk.decision')}
            options={choices}
            value={value}
            onChange={onChoose}
          />
        )}
        {children}
        <TextArea
          maxLength={REASON_MAX}
          ref={words}
          {...reason}
          hint={fullHint(reason.value, REASON_MAX)}
          readOnly={over !== undefined}
          onKeyDown={onCtrlEnter(() => void submit())}
        />
        {over === undefined && (
          <p className="text-small">
            <span className="text-mut">{say('desk.next')} </span>
            {chosen?.next}
          </p>
        )}
        <Outcome
          error={form.errors.form}
          over={over}
          onPutAway={() => reason.onChange({ target: { value: '' } })}
        />
        <Button
          type="submit"
          size="medium"
          variant={chosen?.danger === true ? 'danger' : 'primary'}
          busy={form.busy}
          disabledReason={held}
        >
          {chosen?.button}
        </Button>
      </Form>
    </div>
  )
}
