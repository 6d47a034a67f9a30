import { proposeLockTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Field } from '@btbc/ui/Field.tsx'

import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { newTerms, TermsForm } from '#screens/earn/TermsForm.tsx'
import { bpsOf, faultsOf } from '#screens/earn/terms-fields.ts'

const EMPTY = { days: '30', rate: '1', min: '1' }

/** Terms of the lock plan. */
export function LockTermsForm() {
  const form = useForm({ ...EMPTY, ...newTerms() })
  const { mutateAsync } = useAct(proposeLockTerms)
  const { days, rate, min } = form.values
  return (
    <TermsForm
      form={form}
      faults={faultsOf({ whole: { days }, percents: { rate }, amounts: { min } })}
      onPropose={(rest) =>
        mutateAsync({ days: Number(days), day_bps: bpsOf(rate), min: min.trim(), ...rest })
      }
    >
      <Field label={say('earn.days')} inputMode="numeric" {...form.field('days')} />
      <Field label={say('earn.percentADay')} inputMode="decimal" {...form.field('rate')} />
      <Field label={say('earn.minIn')} inputMode="decimal" {...form.field('min')} />
    </TermsForm>
  )
}
