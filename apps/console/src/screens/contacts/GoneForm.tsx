import { say } from '@btbc/contract/operator/operator-text.ts'
import { proposeContactGone } from '@btbc/contract/operator/support.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'

import { useAct } from '#api/query.ts'
import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import type { Contact } from '#screens/contacts/ContactsScreen.tsx'

/** Takes a contact off; whoever had it as their own is given another. */
export function GoneForm({ contact: { id } }: { contact: Contact }) {
  const form = useForm({ reason: '' })
  const { reason } = form.values
  const { mutateAsync } = useAct(proposeContactGone)
  const propose = () =>
    form.submit(reasonFault(reason), async () => {
      await mutateAsync({ id, reason })
      notify(say('desk.proposed'))
    })
  return (
    <Form shown={form.shown} className="card p-4" onSubmit={propose}>
      <p className="text-small text-mut">{say('contacts.withdrawDoes')}</p>
      <TextArea label={say('desk.reason')} maxLength={500} {...form.field('reason')} />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" variant="danger" busy={form.busy}>
        {say('contacts.proposeGone')}
      </Button>
    </Form>
  )
}
