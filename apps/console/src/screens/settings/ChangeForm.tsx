import { houseNow } from '@btbc/client/house-clock.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { instantOf, isInstant } from '#desk/instant.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useFollowing } from '#desk/useFollowing.ts'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import { bounds, differences, type Figures, SOONEST_MS } from '#screens/settings/figures.ts'
import { Select } from '#shell/Select.tsx'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'

/** Another value from a moment on, beside what would hold then without it. */
export function ChangeForm({ setting }: { setting: Setting }) {
  const { name, fields } = setting
  const { form, at, before, until } = useFigures(setting)
  const { mutateAsync } = useAct(proposeSetting)
  const { startsAt: _, reason = '', ...typed } = form.values
  const propose = () =>
    form.submit(
      {
        ...reasonFault(reason),
        ...(at === 'wrong' ? { startsAt: say('earn.timeWrong') } : {}),
        ...Object.fromEntries(
          fields
            .filter((field) => !isFine(field, typed[field.key]))
            .map(({ key }) => [key, say('setting.figureWrong')]),
        ),
      },
      async () => {
        const from = at === undefined ? {} : { effective_at: at }
        await mutateAsync({ name, value: trimmed(typed), ...from, reason })
        notify(say('pools.proposed'))
        form.set({ ...heldThen(setting, undefined).value, ...NOTHING })
      },
    )
  return (
    <ReasonForm
      act={proposeSetting}
      form={form}
      onSubmit={propose}
      outlook={<Difference {...{ fields, before, until }} after={trimmed(typed)} />}
      next={say('setting.next')}
      ofMoney
      button={say('pools.propose')}
    >
      <FigureFields fields={fields} form={form} />
      <Field
        type="datetime-local"
        label={say('earn.holdsFrom')}
        hint={say('setting.empty')}
        {...form.field('startsAt')}
      />
    </ReasonForm>
  )
}

const NOTHING = { startsAt: '', reason: '' }
/** What is refused about the moment from which it holds. */
export const AT_ITS_MOMENT = { setting_past: 'startsAt', effective_at: 'startsAt' } as const

/**
 * Begins with what holds at its moment without it, so that an untouched form changes nothing: figures that
 * nobody has typed follow the moment, and what others agree on.
 */
function useFigures(setting: Setting) {
  // A refusal says the figure as it stands here.
  const named = Object.fromEntries(setting.fields.map(({ key, label }) => [label, key]))
  const refusals = { ...named, ...AT_ITS_MOMENT, setting_taken: 'startsAt' }
  const initial = { ...heldThen(setting, undefined).value, ...NOTHING }
  const form = useForm<Record<string, string>>(initial, refusals)
  const at = timeOf(form.values['startsAt'] ?? '')
  const { value: before, until } = heldThen(setting, at)
  useFollowing(form, before)
  return { form, at, before, until }
}

type FormOf = ReturnType<typeof useForm<Record<string, string>>>

export function FigureFields({ fields, form }: { fields: Setting['fields']; form: FormOf }) {
  return fields.map(({ key, label, unit, choices, least, most }) =>
    choices.length > 0 ? (
      <Select
        key={key}
        label={label}
        value={form.values[key] ?? ''}
        onChange={(next) => form.edit({ [key]: next })}
        choices={choices.map((choice) => ({ value: choice, label: choice }))}
      />
    ) : (
      <Field
        key={key}
        label={unit === '' ? label : say('setting.labelUnit', { label, unit })}
        inputMode="decimal"
        hint={bounds({ least, most })}
        {...form.field(key)}
      />
    ),
  )
}

type DifferenceProps = {
  fields: Setting['fields']
  before: Figures
  after: Figures
  /** When another change takes its place that is agreed on already. */
  until: string | undefined
}

/** What would change, beside what would hold without it, and until when. */
function Difference({ fields, before, after, until }: DifferenceProps) {
  const fine = fields.filter((field) => isFine(field, after[field.key]))
  const changed = differences(fine, before, after)
  if (changed.length === 0) return <p className="text-small text-mut">{say('setting.same')}</p>
  return (
    <>
      <ul aria-label={say('setting.difference')} className="num grid gap-1 font-semibold">
        {changed.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {until !== undefined && (
        <p className="text-small text-warn">{say('setting.until', { at: dateTime(until) })}</p>
      )}
    </>
  )
}

/** What holds at this moment as far as it is agreed on, and until when. */
function heldThen({ value, coming }: Setting, at: string | undefined) {
  const asked = at === undefined || at === 'wrong' ? 0 : Date.parse(at)
  const then = Math.max(asked, houseNow() + SOONEST_MS)
  const later = coming.findIndex(({ from }) => Date.parse(from) > then)
  const begun = later === -1 ? coming : coming.slice(0, later)
  return { value: begun.at(-1)?.value ?? value, until: coming[later]?.from }
}

/** Nothing typed is as soon as possible. */
export function timeOf(typed: string): string | undefined {
  if (typed === '') return undefined
  return isInstant(typed) ? instantOf(typed) : 'wrong'
}

export function isFine({ choices }: Setting['fields'][number], text = ''): boolean {
  return choices.length > 0 || /^\d{1,11}(\.\d{1,8})?$/.test(text.trim())
}

function trimmed(typed: Figures): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).map(([key, text]) => [key, text.trim()]))
}
