import { proposeFundTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Field } from '@btbc/ui/Field.tsx'

import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { newTerms, TermsForm } from '#screens/earn/TermsForm.tsx'
import { instantOf, nowTyped } from '#desk/instant.ts'
import { bpsOf, faultsOf } from '#screens/earn/terms-fields.ts'
import { Select } from '#shell/Select.tsx'

const EMPTY = { type: '1', day: '30', rate: '5', min: '5', max: '5000', enable: '1' }

/** A fund, other terms of one, or its closing. */
export function FundTermsForm() {
  const form = useForm({ ...EMPTY, start: nowTyped(), ...newTerms() })
  const { mutateAsync } = useAct(proposeFundTerms)
  const { type, day, rate, min, max, enable, start } = form.values
  const faults = faultsOf({
    whole: { type, day },
    percents: { rate },
    amounts: { min, max },
    times: { start },
  })
  return (
    <TermsForm
      form={form}
      faults={faults}
      onPropose={(rest) =>
        mutateAsync({
          type: Number(type),
          day: Number(day),
          rate_bps: bpsOf(rate),
          min: min.trim(),
          max: max.trim(),
          enable: Number(enable),
          start_at: instantOf(start),
          ...rest,
        })
      }
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
    </TermsForm>
  )
}
