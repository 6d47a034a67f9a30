import { type listEarnTerms, proposeLockTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { percentOf, withoutZeros } from '@btbc/money/amount.ts'
import { Field } from '@btbc/ui/Field.tsx'

import type { Answer } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { useFollowing } from '#desk/useFollowing.ts'
import { useForm } from '#desk/useForm.ts'
import { figureFaults, percentTo, SOME, wholeTo } from '#figure-fault.ts'
import { setAside } from '#screens/earn/set-aside.tsx'
import { newTerms, TermsForm } from '#screens/earn/TermsForm.tsx'
import { bpsOf, DAYS_MAX } from '#screens/earn/terms-fields.ts'

type Terms = Answer<typeof listEarnTerms>
type LockTerms = Terms['lock'][number]

const named = { day_bps: 'rate', effective_at: 'from' } as const
const MIN = { ...SOME, least: '0.0001' }
const EMPTY = { days: '', rate: '', min: '' }

type LockTermsFormProps = { held: LockTerms | undefined; cover: Terms['cover'] }

/** Terms of the lock plan, from those that hold now. */
export function LockTermsForm({ held, cover }: LockTermsFormProps) {
  const begun = { ...(held ? typedTerms(held) : EMPTY), ...newTerms() }
  const form = useForm(begun, named)
  useFollowing(form, begun)
  const { mutateAsync } = useAct(proposeLockTerms)
  const { days, rate, min } = form.values
  return (
    <TermsForm
      act={proposeLockTerms}
      form={form}
      faults={figureFaults({
        days: [days, wholeTo(DAYS_MAX)],
        rate: [rate, percentTo('100')],
        min: [min, MIN],
      })}
      onPropose={(rest) =>
        mutateAsync({ days: Number(days), day_bps: bpsOf(rate), min: min.trim(), ...rest })
      }
    >
      <Field label={say('earn.days')} inputMode="numeric" {...form.field('days')} />
      <Field
        label={say('earn.percentADay')}
        inputMode="decimal"
        hint={setAside({ rate, days, pool: cover.find(({ pool }) => pool === 'lock') })}
        {...form.field('rate')}
      />
      <Field label={say('earn.minIn')} inputMode="decimal" {...form.field('min')} />
    </TermsForm>
  )
}

function typedTerms({ days, day_bps: bps, min }: LockTerms) {
  return { days: String(days), rate: percentOf(bps), min: withoutZeros(min) }
}
