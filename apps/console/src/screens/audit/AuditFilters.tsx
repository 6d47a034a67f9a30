import { exportAuditLog, listAuditChoices } from '@btbc/contract/operator/audit.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'

import type { Ask } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { SaveFile } from '#shell/SaveFile.tsx'
import { Select } from '#shell/Select.tsx'
import { actionName } from '#screens/audit/action-name.ts'

export type Filters = Ask<typeof exportAuditLog>

const NOTHING = { operator: '', action: '', member: '', subject: '', from: '', to: '' }

type Typed = typeof NOTHING

type AuditFiltersProps = {
  /** What is shown now, and saved as a file. */
  filters: Filters
  onFind: (filters: Filters) => void
}

/** What of the log is shown: all that is left empty matches. */
export function AuditFilters({ filters, onFind }: AuditFiltersProps) {
  const form = useForm(NOTHING)
  const { data } = useCall(listAuditChoices, {})
  const operators = data?.operators.map(({ id, name }) => ({ value: `${id}`, label: name })) ?? []
  const actions = data?.actions.map((name) => ({ value: name, label: actionName(name) })) ?? []
  const find = async () => onFind(filtersOf(form.values))
  return (
    <div className="grid gap-4">
      <Form
        shown={form.shown}
        label={say('audit.search')}
        onSubmit={() => form.submit(faultsOf(form.values), find)}
      >
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] items-start gap-4">
          <Select
            label={say('audit.operator')}
            value={form.values.operator}
            onChange={(operator) => form.edit({ operator })}
            choices={[{ value: '', label: say('audit.anybody') }, ...operators]}
          />
          <Select
            label={say('audit.what')}
            value={form.values.action}
            onChange={(action) => form.edit({ action })}
            choices={[{ value: '', label: say('audit.anything') }, ...actions]}
          />
          <Field
            label={say('audit.member')}
            inputMode="numeric"
            maxLength={10}
            hint={say('audit.memberHint')}
            {...form.field('member')}
          />
          <Field label={say('audit.find')} maxLength={100} {...form.field('subject')} />
          <Field type="date" label={say('audit.firstDay')} {...form.field('from')} />
          <Field type="date" label={say('audit.lastDay')} {...form.field('to')} />
        </div>
        <Button type="submit" size="medium" variant="ghost" className="max-w-32">
          {say('shell.find')}
        </Button>
      </Form>
      <div className="grid gap-2 sm:max-w-md">
        <SaveFile name={say('audit.export')} call={exportAuditLog} request={filters} />
        <p className="text-small text-mut">{say('audit.file')}</p>
      </div>
    </div>
  )
}

function faultsOf({ member, from, to }: Typed): Partial<Record<keyof Typed, string>> {
  return {
    ...(/^([1-9]\d{0,8})?$/.test(member.trim()) ? {} : { member: say('audit.memberWrong') }),
    ...(from !== '' && to !== '' && to < from ? { to: say('audit.daysWrong') } : {}),
  }
}

function filtersOf({ operator, action, member, subject, from, to }: Typed): Filters {
  return {
    ...(operator === '' ? {} : { operator_id: Number(operator) }),
    ...(action === '' ? {} : { action }),
    ...(member.trim() === '' ? {} : { member_id: Number(member) }),
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  }
}
