import { proposeOperator } from '@btbc/contract/operator/hiring.ts'
import { say } from '@btbc/contract/operator/operator-text.ts'
import type { Role } from '@btbc/contract/operator/rights.ts'
import { Field } from '@btbc/ui/Field.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import { RoleChoice } from '#screens/operators/RoleChoice.tsx'
import { rolesFault } from '#screens/operators/roles-fault.ts'

const EMPTY = { mail: '', name: '', roles: [] as Role[], reason: '' }

/** Proposes somebody new; another operator accepts, and a mail with a code goes out then. */
export function InviteForm() {
  const form = useForm(EMPTY, { operator_exists: 'mail' }, 'invitation')
  const { mutateAsync } = useAct(proposeOperator)
  const { mail, name, roles, reason } = form.values

  async function propose() {
    const wrong = {
      ...reasonFault(reason),
      ...rolesFault(roles),
      ...(/^\S+@\S+\.\S+$/.test(mail.trim()) ? {} : { mail: say('operators.mailWrong') }),
      ...(name.trim() === '' ? { name: say('operators.nameWrong') } : {}),
    }
    await form.submit(wrong, async () => {
      await mutateAsync({ mail: mail.trim(), name: name.trim(), roles, reason })
      notify(say('desk.proposed'))
      form.set(EMPTY)
    })
  }

  return (
    <ReasonForm
      act={proposeOperator}
      form={form}
      onSubmit={propose}
      next={say('operators.inviteNext')}
      button={say('packets.propose')}
    >
      <Field
        label={say('operators.mail')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('mail')}
      />
      <Field
        label={say('operators.name')}
        autoComplete="off"
        maxLength={60}
        {...form.field('name')}
      />
      <RoleChoice
        held={roles}
        onChange={(held) => form.edit({ roles: held })}
        error={form.errors.roles}
      />
    </ReasonForm>
  )
}
