import { proposeFundTerms } from '@btbc/contract/operator/earn.ts'
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
import { Select } from '#shell/Select.tsx'

const EMPTY = { type: '1', day: '30', rate: '5', min: '5', max: '5000', enable: '1', reason: '' }

/** A fund, other terms of one, or its closing, from a moment on; another operator accepts. */
export function FundTermsForm() {
  const form = useForm({ ...EMPTY, start: nowTyped(), from: nowTyped() })
  const { mutateAsync } = useAct(proposeFundTerms)
  const blocked = useMayPropose()
  const { type, day, rate, min, max, enable, start, from, reason } = form.values

  async function propose() {
    const typed = {
      whole: { type, day },
      percents: { rate },
      amounts: { min, max },
      times: { start, from },
    }
    await form.submit({ ...reasonFault(reason), ...faultsOf(typed) }, async () => {
      await mutateAsync({
        type: Number(type),
        day: Number(day),
        rate_bps: bpsOf(rate),
        min: min.trim(),
        max: max.trim(),
        enable: Number(enable),
        start_at: instantOf(start),
        effective_at: instantOf(from),
        reason,
      })
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
      <Field label={say('earn.type')} inputMode="numeric" {...form.field('type')} />
      <Field label={say('earn.days')} inputMode="numeric" {...form.field('day')} />
      <Select
        label={say('earn.sold')}
        value={enable}
        onChange={(next) => form.edit({ enable: next })}
        choices={[
          { value: '1', label: say('earn.open') },
          { value: '0', label: say('earn.closed') },
        ]}
      />
      <Field label={say('earn.percentTerm')} inputMode="decimal" {...form.field('rate')} />
      <Field label={say('earn.minIn')} inputMode="decimal" {...form.field('min')} />
      <Field label={say('earn.maxIn')} inputMode="decimal" {...form.field('max')} />
      <Field type="datetime-local" label={say('earn.opensAt')} {...form.field('start')} />
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
