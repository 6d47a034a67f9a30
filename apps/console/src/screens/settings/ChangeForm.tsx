import { houseNow } from '@btbc/client/house-clock.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposeSetting } from '@btbc/contract/operator/setting.ts'
import { KNOWN_AFTER_MS } from '@btbc/contract/operator/setting-rules.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { instantOf, isInstant } from '#desk/instant.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useFollowing } from '#desk/useFollowing.ts'
import { useForm } from '#desk/useForm.ts'
import { bounds, differences, type Figures } from '#screens/settings/figures.ts'
import { Select } from '#shell/Select.tsx'
import type { Setting } from '#screens/settings/SettingsScreen.tsx'

/** Another value from a moment on, beside what would hold then without it. */
export function ChangeForm({ setting }: { setting: Setting }) {
  const { name, fields } = setting
  const form = useFigures(setting)
  const { mutateAsync } = useAct(proposeSetting)
  const { startsAt = '', reason = '', ...typed } = form.values
  const at = timeOf(startsAt)
  const before = heldThen(setting, at)
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
        form.set({ ...lastOf(setting), ...NOTHING })
      },
    )
  return (
    <ReasonForm
      act={proposeSetting}
      form={form}
      onSubmit={propose}
      outlook={<Difference fields={fields} before={before} after={trimmed(typed)} />}
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

function lastOf({ value, coming }: Setting): Figures {
  return coming.at(-1)?.value ?? value
}

/** Begins with the last figures that are agreed; those that nobody has typed follow when others are. */
function useFigures(setting: Setting) {
  const last = lastOf(setting)
  // A refusal says the figure as it stands here.
  const named = Object.fromEntries(setting.fields.map(({ key, label }) => [label, key]))
  const refusals = { ...named, ...AT_ITS_MOMENT, setting_taken: 'startsAt' }
  const form = useForm<Record<string, string>>({ ...last, ...NOTHING }, refusals)
  useFollowing(form, last)
  return form
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

/** What would change, beside what would hold without it. */
function Difference(props: { fields: Setting['fields']; before: Figures; after: Figures }) {
  const { fields, before, after } = props
  const fine = fields.filter((field) => isFine(field, after[field.key]))
  const changed = differences(fine, before, after)
  if (changed.length === 0) return <p className="text-small text-mut">{say('setting.same')}</p>
  return (
    <ul aria-label={say('setting.difference')} className="num grid gap-1 font-semibold">
      {changed.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** The clock of the house is heard a moment late. */
const SOONEST_MS = KNOWN_AFTER_MS + 1_000

function heldThen({ value, coming }: Setting, at: string | undefined): Figures {
  const asked = at === undefined || at === 'wrong' ? 0 : Date.parse(at)
  const then = Math.max(asked, houseNow() + SOONEST_MS)
  return coming.findLast(({ from }) => Date.parse(from) <= then)?.value ?? value
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
