import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import type { TextField } from '@btbc/ui/useForm.ts'
import { type ReactNode, useRef } from 'react'

import { useShortcuts } from '#desk/shortcuts.ts'

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
  onDecide: () => Promise<unknown>
  children?: ReactNode
}

/** A choice with a reason, at the end of a case. What happens next is said before it happens. */
export function DecisionForm<Value extends string>(props: DecisionFormProps<Value>) {
  const { form, choices, value, onChoose, reason, held, onDecide, children } = props
  const words = useRef<HTMLTextAreaElement>(null)
  const chosen = choices.find((each) => each.value === value)
  const press = (key: 'a' | 'r') => () => {
    const meant = choices.find((each) => each.key === key)
    if (!meant) return
    onChoose(meant.value)
    words.current?.focus()
  }
  useShortcuts({ a: press('a'), r: press('r') })
  const submit = async () => {
    if (held === undefined) await onDecide()
  }
  return (
    <Form
      shown={form.shown}
      onSubmit={submit}
      label={say('desk.decision')}
      className="decision border-t border-line bg-s1 pt-4"
    >
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
        maxLength={500}
        ref={words}
        {...reason}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
        }}
      />
      <p className="text-small">
        <span className="text-mut">{say('desk.next')} </span>
        {chosen?.next}
      </p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
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
  )
}
