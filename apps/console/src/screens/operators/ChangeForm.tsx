import { proposeClosing, proposeRoles } from '@btbc/contract/operator/hiring.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useHeldFrom } from '#desk/operator.ts'
import { useForm } from '#desk/useForm.ts'
import type { Operator } from '#screens/operators/OperatorsScreen.tsx'
import { RoleChoice } from '#screens/operators/RoleChoice.tsx'
import { rolesFault } from '#screens/operators/roles-fault.ts'

type ChangeFormProps = { operator: Operator; onDone: () => void }

/** Other roles for somebody, or their leaving: proposed here, accepted by another. */
export function ChangeForm({ operator, onDone }: ChangeFormProps) {
  const form = useForm({ roles: operator.roles, reason: '' })
  const change = useAct(proposeRoles)
  const close = useAct(proposeClosing)
  const heldFrom = { roles: useHeldFrom(proposeRoles), closing: useHeldFrom(proposeClosing) }
  const { roles, reason } = form.values
  const { id } = operator

  async function send(held: string | undefined, propose: () => Promise<unknown>) {
    if (held !== undefined) return
    await form.submit({ ...reasonFault(reason), ...rolesFault(roles) }, async () => {
      await propose()
      notify(say('desk.proposed'))
      onDone()
    })
  }

  return (
    <Form
      shown={form.shown}
      className="card p-4"
      onSubmit={() => send(heldFrom.roles, () => change.mutateAsync({ id, roles, reason }))}
    >
      <p className="font-semibold wrap-anywhere">
        {operator.name} ({operator.mail})
      </p>
      <RoleChoice
        held={roles}
        onChange={(held) => form.edit({ roles: held })}
        error={form.errors.roles}
      />
      <TextArea label={say('desk.reason')} maxLength={500} {...form.field('reason')} />
      <p className="text-small text-mut">{say('operators.changeNext')}</p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <div className="grid grid-cols-2 gap-3">
        <Button type="submit" size="medium" busy={form.busy} disabledReason={heldFrom.roles}>
          {say('operators.proposeRoles')}
        </Button>
        <Button
          size="medium"
          variant="danger"
          busy={form.busy}
          disabledReason={heldFrom.closing}
          onClick={() => void send(heldFrom.closing, () => close.mutateAsync({ id, reason }))}
        >
          {say('operators.proposeClosing')}
        </Button>
      </div>
    </Form>
  )
}
