import { say } from '@btbc/contract/operator/operator-text.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'
import type { TextField } from '@btbc/ui/useForm.ts'
import type { ReactNode } from 'react'

import { reasonFault } from '#desk/reason.ts'
import { instantOf, nowTyped } from '#desk/instant.ts'
import type { Act } from '#desk/operator.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { momentFault } from '#screens/earn/terms-fields.ts'

/** What both kinds of terms have: from when they hold, and why. */
export const newTerms = () => ({ from: '', reason: '' })

type TermsFormProps = {
  act: Act
  form: {
    values: { from: string; reason: string }
    shown: number
    busy: boolean
    errors: { form?: string | undefined }
    field: (name: 'from' | 'reason') => TextField
    set: (part: { reason: string }) => void
    submit: (faults: Record<string, string>, work: () => Promise<unknown>) => Promise<unknown>
  }
  /** What is wrong with the other fields. */
  faults: Record<string, string>
  onPropose: (rest: { effective_at: string; reason: string }) => Promise<unknown>
  /** The other fields. */
  children: ReactNode
}

/** Other terms, from a moment on: one proposes them, another operator accepts. */
export function TermsForm({ act, form, faults, onPropose, children }: TermsFormProps) {
  const { from, reason } = form.values
  const propose = () =>
    form.submit({ ...reasonFault(reason), ...momentFault(from), ...faults }, async () => {
      await onPropose({ effective_at: instantOf(from === '' ? nowTyped() : from), reason })
      notify(say('pools.proposed'))
      form.set({ reason: '' })
    })
  return (
    <ReasonForm
      act={act}
      form={form}
      onSubmit={propose}
      next={say('earn.next')}
      ofMoney
      button={say('pools.propose')}
    >
      {children}
      <Field
        type="datetime-local"
        label={say('earn.holdsFrom')}
        hint={say('setting.empty')}
        {...form.field('from')}
      />
    </ReasonForm>
  )
}
