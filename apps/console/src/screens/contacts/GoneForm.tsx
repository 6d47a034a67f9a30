import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposeContactGone } from '@btbc/contract/operator/support.ts'
import { notify } from '@btbc/ui/notice.ts'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { ReasonForm } from '#desk/ReasonForm.tsx'
import { useForm } from '#desk/useForm.ts'
import type { Contact } from '#screens/contacts/ContactsScreen.tsx'

/** Takes a contact off; whoever had it as their own is given another. */
export function GoneForm({ contact: { id }, onDone }: { contact: Contact; onDone: () => void }) {
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const { mutateAsync } = useAct(proposeContactGone)
  const propose = () =>
    form.submit(reasonFault(reason), async () => {
      await mutateAsync({ id, reason })
      notify(say('desk.proposed'))
      onDone()
    })
  return (
    <ReasonForm
      act={proposeContactGone}
      form={form}
      onSubmit={propose}
      variant="danger"
      button={say('contacts.proposeGone')}
    >
      <p className="text-small text-mut">{say('contacts.withdrawDoes')}</p>
    </ReasonForm>
  )
}
