import { type listEarnTerms, proposeFundTerms } from '@btbc/contract/operator/earn.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { percentOf, withoutZeros } from '@btbc/money/amount.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { useState } from 'react'

import type { Answer, Ask } from '#api/call.ts'
import { useAct } from '#api/query.ts'
import { useFollowing } from '#desk/useFollowing.ts'
import { useForm } from '#desk/useForm.ts'
import { figureFaults, percentTo, SOME, wholeTo } from '#figure-fault.ts'
import { setAside } from '#screens/earn/set-aside.tsx'
import { newTerms, TermsForm } from '#screens/earn/TermsForm.tsx'
import { instantOf, isInstant, nowTyped, typedOf } from '#desk/instant.ts'
import { bpsOf, DAYS_MAX } from '#screens/earn/terms-fields.ts'
import { Select } from '#shell/Select.tsx'

type Terms = Answer<typeof listEarnTerms>
type FundTerms = Terms['funds'][number]
type Pool = Terms['cover'][number] | undefined
type Asked = Ask<typeof proposeFundTerms>

const NEW = ''
const MIN = { ...SOME, least: '5' }
const named = { rate_bps: 'rate', start_at: 'start', effective_at: 'from' } as const

function nameOf({ type, day }: FundTerms): string {
  return `${type}/${day}`
}

/** Which fund, and then the terms that it has: only what is changed is another. */
export function FundTermsForm({ funds, cover }: Pick<Terms, 'funds' | 'cover'>) {
  const known = funds.filter(
    (fund, n) => funds.findIndex((it) => nameOf(it) === nameOf(fund)) === n,
  )
  const [chosen, setChosen] = useState(known[0] ? nameOf(known[0]) : NEW)
  // The first row of a fund is what holds now, or what it will begin with.
  const held = known.find((fund) => nameOf(fund) === chosen)
  const pool = cover.find((each) => each.pool === 'fund')
  return (
    <div className="grid gap-3">
      <Select
        label={say('earn.which')}
        value={chosen}
        onChange={setChosen}
        choices={[
          ...known.map((fund) => ({
            value: nameOf(fund),
            label: say('earn.fundOf', { type: fund.type, days: fund.day }),
          })),
          { value: NEW, label: say('earn.newFund') },
        ]}
      />
      {held ? <HeldForm key={chosen} held={held} pool={pool} /> : <NewForm pool={pool} />}
    </div>
  )
}

/** Nothing is typed for whoever sells a new one. */
function NewForm({ pool }: { pool: Pool }) {
  const blank = { type: '', day: '', rate: '', min: '', max: '', start: nowTyped() }
  const form = useForm({ ...blank, ...newTerms() }, named)
  const { mutateAsync } = useAct(proposeFundTerms)
  const { type, day, ...sale } = form.values
  return (
    <TermsForm
      act={proposeFundTerms}
      form={form}
      faults={{
        ...figureFaults({ type: [type, wholeTo(9)], day: [day, wholeTo(DAYS_MAX)] }),
        ...faultsOfSale(sale),
      }}
      onPropose={(rest) =>
        mutateAsync({
          type: Number(type),
          day: Number(day),
          enable: 1,
          ...saleOf(sale),
          start_at: instantOf(sale.start),
          ...rest,
        })
      }
    >
      <Field label={say('earn.type')} inputMode="numeric" {...form.field('type')} />
      <Field label={say('earn.days')} inputMode="numeric" {...form.field('day')} />
      <SaleFields sale={sale} pool={pool} field={form.field} />
    </TermsForm>
  )
}

/** Other terms of one that there is, or its closing, which leaves them as they are. */
function HeldForm({ held, pool }: { held: FundTerms; pool: Pool }) {
  const begun = { ...typedTerms(held), ...newTerms() }
  const form = useForm(begun, named)
  useFollowing(form, begun)
  const { mutateAsync } = useAct(proposeFundTerms)
  const { enable, ...sale } = form.values
  const isSold = enable === '1'
  // Typed to the minute, what stays keeps its seconds.
  const start_at = sale.start === typedOf(held.start_at) ? held.start_at : undefined
  return (
    <TermsForm
      act={proposeFundTerms}
      form={form}
      faults={isSold ? faultsOfSale(sale) : {}}
      onPropose={(rest) =>
        mutateAsync({
          type: held.type,
          day: held.day,
          enable: Number(enable),
          ...(isSold && { ...saleOf(sale), start_at: start_at ?? instantOf(sale.start) }),
          ...rest,
        })
      }
    >
      <Select
        label={say('earn.sold')}
        value={enable}
        onChange={(next) => form.edit({ enable: next })}
        choices={[
          { value: '1', label: say('earn.open') },
          { value: '0', label: say('earn.closed') },
        ]}
      />
      {isSold ? (
        <SaleFields sale={sale} pool={pool} field={form.field} />
      ) : (
        <p className="text-small text-mut">{say('earn.closing')}</p>
      )}
    </TermsForm>
  )
}

type Sale = { rate: string; min: string; max: string; start: string }
type FieldOf = (name: keyof Sale) => ReturnType<ReturnType<typeof useForm<Sale>>['field']>

type SaleFieldsProps = { sale: Sale; pool: Pool; field: FieldOf }

function SaleFields({ sale, pool, field }: SaleFieldsProps) {
  return (
    <>
      <Field
        label={say('earn.percentTerm')}
        inputMode="decimal"
        hint={setAside({ rate: sale.rate, days: '1', pool })}
        {...field('rate')}
      />
      <Field label={say('earn.minIn')} inputMode="decimal" {...field('min')} />
      <Field label={say('earn.maxIn')} inputMode="decimal" {...field('max')} />
      <Field type="datetime-local" label={say('earn.opensAt')} {...field('start')} />
    </>
  )
}

function typedTerms({ rate_bps: bps, min, max, enable, start_at: start }: FundTerms) {
  return {
    enable: enable ? '1' : '0',
    rate: percentOf(bps),
    min: withoutZeros(min),
    max: withoutZeros(max),
    start: typedOf(start),
  }
}

function faultsOfSale({ rate, min, max, start }: Sale) {
  return {
    ...figureFaults({ rate: [rate, percentTo('1000')], min: [min, MIN], max: [max, MIN] }),
    ...(isInstant(start) ? {} : { start: say('earn.timeWrong') }),
  }
}

function saleOf({ rate, min, max }: Sale): Pick<Asked, 'rate_bps' | 'min' | 'max'> {
  return { rate_bps: bpsOf(rate), min: min.trim(), max: max.trim() }
}
