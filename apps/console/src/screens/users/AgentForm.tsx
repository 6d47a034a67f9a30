import { say } from '@btbc/contract/operator/operator-text.ts'
import { changeAgent, listContacts } from '@btbc/contract/operator/support.ts'
import { notify } from '@btbc/ui/notice.ts'

import { useAct, useCall } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useFollowing } from '#desk/useFollowing.ts'
import { useForm } from '#desk/useForm.ts'
import type { Member } from '#screens/users/MemberPanel.tsx'
import { Section } from '#shell/Page.tsx'
import { Select } from '#shell/Select.tsx'

/** Gives a member another contact as their own. */
export function AgentForm({ member: { id, agent } }: { member: Member }) {
  const contacts = useCall(listContacts, {})
  const agents = (contacts.data?.list ?? []).filter((each) => each.is_agent)
  const held = { contact: String(agent ?? ''), reason: '' }
  const form = useForm(held)
  useFollowing(form, held)
  const { contact, reason } = form.values
  const { mutateAsync } = useAct(changeAgent)
  const change = () =>
    form.submit(
      { ...reasonFault(reason), ...(contact === '' && { form: say('users.agentChoose') }) },
      async () => {
        await mutateAsync({ id, contact: Number(contact), reason })
        notify(say('users.agentChanged'))
        form.set({ reason: '' })
      },
    )
  return (
    <Section title={say('users.changeAgent')}>
      <ReasonForm
        act={changeAgent}
        form={form}
        label={say('users.changeAgent')}
        onSubmit={change}
        size="medium"
        variant="ghost"
        button={say('users.changeAgent')}
      >
        <Select
          label={say('users.agent')}
          value={contact}
          onChange={(next) => form.edit({ contact: next })}
          choices={[
            ...(agent === null ? [{ value: '', label: say('users.agentNone') }] : []),
            ...agents.map((each) => ({ value: String(each.id), label: each.number })),
          ]}
        />
      </ReasonForm>
    </Section>
  )
}
