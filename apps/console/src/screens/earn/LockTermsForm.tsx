import { proposeLockTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { bpsOf, faultsOf, instantOf, nowTyped, useMayPropose } from '#screens/earn/terms-fields.ts'

const EMPTY = { days: '30', rate: '1', min: '1', reason: '' }

/** Other terms of the lock plan, from a moment on; another operator accepts. */
export function LockTermsForm() {
  const form = useForm({ ...EMPTY, from: nowTyped() })
  const { mutateAsync } = useAct(proposeLockTerms)
  const blocked = useMayPropose()
  const { days, rate, min, from, reason } = form.values

  async function propose() {
    const typed = { whole: { days }, percents: { rate }, amounts: { min }, times: { from } }
    await form.submit({ ...reasonFault(reason), ...faultsOf(typed) }, async () => {
      const terms = { days: Number(days), day_bps: bpsOf(rate), min: min.trim() }
      await mutateAsync({ ...terms, effective_at: instantOf(from), reason })
      notify(say('pools.proposed'))
      form.set({ reason: '' })
    })
  }

  return (
    <Form
      shown={form.shown}
      className="card p-4"
      onSubmit={async () => {
        if (blocked === undefined) await propose()
      }}
    >
      <Field label={say('earn.days')} inputMode="numeric" {...form.field('days')} />
      <Field label={say('earn.percentADay')} inputMode="decimal" {...form.field('rate')} />
      <Field label={say('earn.minIn')} inputMode="decimal" {...form.field('min')} />
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
