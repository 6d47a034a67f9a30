import { readOperator } from '@btbc/contract/operator/access.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'
import type { TextField } from '@btbc/ui/useForm.ts'
import type { ReactNode } from 'react'

import { useCall } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { instantOf, nowTyped } from '#desk/instant.ts'
import { faultsOf } from '#screens/earn/terms-fields.ts'

/** What both kinds of terms have: from when they hold, and why. */
export const newTerms = () => ({ from: nowTyped(), reason: '' })

type TermsFormProps = {
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
export function TermsForm({ form, faults, onPropose, children }: TermsFormProps) {
  const { from, reason } = form.values
  const blocked = useMayPropose()
  const propose = () =>
    form.submit(
      { ...reasonFault(reason), ...faultsOf({ times: { from } }), ...faults },
      async () => {
        await onPropose({ effective_at: instantOf(from), reason })
        notify(say('pools.proposed'))
        form.set({ reason: '' })
      },
    )
  return (
    <Form
      shown={form.shown}
      className="card p-4"
      onSubmit={async () => {
        if (blocked === undefined) await propose()
      }}
    >
      {children}
      <Field type="datetime-local" label={say('earn.holdsFrom')} {...form.field('from')} />
      <TextArea label={say('desk.reason')} maxLength={500} {...form.field('reason')} />
      <p className="text-small text-mut">{say('earn.next')}</p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <TestNote />
      <Button type="submit" busy={form.busy} disabledReason={blocked}>
        {say('pools.propose')}
      </Button>
    </Form>
  )
}

/** Why the operator cannot propose, if so. */
function useMayPropose(): string | undefined {
  const { data } = useCall(readOperator, {}, { refetchInterval: 60_000 })
  const may = data?.roles.some((role) => role === 'finance' || role === 'admin') ?? false
  return may ? undefined : say('earn.whoProposes')
}
