import { type listEarnTerms, proposeLockTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { percentOf, withoutZeros } from '@btbc/money/amount.ts'
import { Field } from '@btbc/ui/Field.tsx'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { newTerms, TermsForm } from '#screens/earn/TermsForm.tsx'
import { bpsOf, faultsOf } from '#screens/earn/terms-fields.ts'

type LockTerms = Answer<typeof listEarnTerms>['lock'][number]

const EMPTY = { days: '', rate: '', min: '' }

/** Terms of the lock plan, from those that hold now. */
export function LockTermsForm({ held }: { held: LockTerms | undefined }) {
  const form = useForm({ ...(held ? typedTerms(held) : EMPTY), ...newTerms() })
  const { mutateAsync } = useAct(proposeLockTerms)
  const { days, rate, min } = form.values
  return (
    <TermsForm
      act={proposeLockTerms}
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

function typedTerms({ days, day_bps: bps, min }: LockTerms) {
  return { days: String(days), rate: percentOf(bps), min: withoutZeros(min) }
}
