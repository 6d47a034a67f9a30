import { machinePictures } from '@btbc/contract/operator/machine-pictures.ts'
import { proposeMachine } from '@btbc/contract/operator/machine.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { formatAmount, mulDiv, parseAmount } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { money } from '#format.ts'
import { AT_ITS_MOMENT, FigureFields, isFine, timeOf } from '#screens/settings/ChangeForm.tsx'
import { figure } from '#screens/settings/figures.ts'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'
import { Select } from '#shell/Select.tsx'

const { USDT, BTBC } = currencies
const units = [USDT, BTBC].map(({ id, code }) => ({ value: String(id), label: code }))
const pictures = machinePictures.map((value) => ({ value, label: value.toUpperCase() }))

type AddMachineProps = {
  /** A machine there is: a new one has the same figures. */
  like: Setting
}

const NAME = /^[A-Za-z][A-Za-z0-9-]{0,19}$/
const NOTHING = { name: '', picture: 's1', currency: String(USDT.id), startsAt: '', reason: '' }

type FormOf = ReturnType<typeof useForm<Record<string, string>>>

/** A machine that the shop does not have: what it would be, and what each sold would set aside. */
export function AddMachine({ like }: AddMachineProps) {
  const empty = Object.fromEntries(like.fields.map(({ key }) => [key, '']))
  const named = Object.fromEntries(like.fields.map(({ key, label }) => [label, key]))
  const refusals = { ...named, ...AT_ITS_MOMENT, machine_known: 'name' }
  const form = useForm<Record<string, string>>({ ...empty, ...NOTHING }, refusals, 'machine')
  const { mutateAsync } = useAct(proposeMachine)
  const { name = '', picture, currency, startsAt = '', reason = '', ...typed } = form.values
  const fields = fieldsOf(like, currency)
  const figures = Object.fromEntries(fields.map(({ key }) => [key, (typed[key] ?? '').trim()]))
  const at = timeOf(startsAt)
  const propose = () =>
    form.submit(faultsOf({ name, at, reason, fields, typed: figures }), async () => {
      await mutateAsync({
        name: name.trim(),
        picture: machinePictures.find((each) => each === picture) ?? 's1',
        currency: currency === String(BTBC.id) ? BTBC.id : USDT.id,
        value: figures,
        ...(at === undefined ? {} : { effective_at: at }),
        reason,
      })
      notify(say('pools.proposed'))
      form.set({ reason: '' })
    })
  return (
    <ReasonForm
      act={proposeMachine}
      form={form}
      onSubmit={propose}
      outlook={<Outlook fields={fields} typed={figures} />}
      next={say('setting.machineNext')}
      ofMoney
      button={say('pools.propose')}
    >
      <Looks form={form} />
      <FigureFields fields={fields} form={form} />
      <Field
        type="datetime-local"
        label={say('setting.soldFrom')}
        hint={say('setting.empty')}
        {...form.field('startsAt')}
      />
    </ReasonForm>
  )
}

/** The figures of a machine that is bought in this currency, none of them near those of the one it is like. */
function fieldsOf(like: Setting, currency: string | undefined): Setting['fields'] {
  const price = units.find(({ value }) => value === currency)?.label ?? ''
  return like.fields
    .filter(({ choices }) => choices.length === 0)
    .map((field) => {
      const { key, lowest: least, highest: most } = field
      return { ...field, least, most, unit: key === 'price' ? price : field.unit }
    })
}

type Typed = {
  name: string
  at: string | undefined
  reason: string
  fields: Setting['fields']
  typed: Record<string, string>
}

function faultsOf({ name, at, reason, fields, typed }: Typed): Record<string, string> {
  const wrong = fields.filter((field) => !isFine(field, typed[field.key]))
  return {
    ...reasonFault(reason),
    ...(NAME.test(name.trim()) ? {} : { name: say('setting.machineNameWrong') }),
    ...(at === 'wrong' ? { startsAt: say('earn.timeWrong') } : {}),
    ...Object.fromEntries(wrong.map(({ key }) => [key, say('setting.figureWrong')])),
  }
}

function Looks({ form }: { form: FormOf }) {
  return (
    <>
      <Field label={say('setting.machineName')} maxLength={20} {...form.field('name')} />
      <Select
        label={say('setting.machinePicture')}
        value={form.values['picture'] ?? ''}
        onChange={(next) => form.edit({ picture: next })}
        choices={pictures}
      />
      <Select
        label={say('setting.machineCurrency')}
        value={form.values['currency'] ?? ''}
        onChange={(next) => form.edit({ currency: next })}
        choices={units}
      />
    </>
  )
}

/** What the shop would show, which it does not now, and what each sold would set aside. */
function Outlook({ fields, typed }: { fields: Setting['fields']; typed: Record<string, string> }) {
  const fine = fields.filter((field) => isFine(field, typed[field.key]))
  const income = parseAmount(typed['income'] ?? '')
  const days = parseAmount(typed['days'] ?? '', 0)
  return (
    <ul aria-label={say('setting.difference')} className="num grid gap-1 font-semibold">
      {fine.map((field) => (
        <li key={field.key}>
          {say('setting.beforeAfter', {
            label: field.label,
            before: '–',
            after: figure(field, typed),
          })}
        </li>
      ))}
      {income !== undefined && days !== undefined && (
        <li>
          {say('setting.machineSetAside', {
            amount: money(formatAmount(mulDiv(income, days, 1n, 'down')), BTBC.id),
          })}
        </li>
      )}
    </ul>
  )
}
