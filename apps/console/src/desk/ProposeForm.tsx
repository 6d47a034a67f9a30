import { say } from '@btbc/contract/operator/operator-text.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import type { ReactNode } from 'react'

import { reasonFault } from '#desk/reason.ts'
import { useForm } from '#desk/useForm.ts'
import { TextArea } from '@btbc/ui/TextArea.tsx'

type ProposeFormProps = {
  label: string
  button: string
  onPropose: (reason: string) => Promise<unknown>
  /** What happens next. */
  children: ReactNode
}

/** A reason and a button: what one proposes and another accepts. */
export function ProposeForm({ label, button, onPropose, children }: ProposeFormProps) {
  const form = useForm({ reason: '' })
  const { reason } = form.values
  return (
    <Form
      shown={form.shown}
      className="content-start"
      onSubmit={() =>
        form.submit(reasonFault(reason), async () => {
          await onPropose(reason)
          notify(say('desk.proposed'))
        })
      }
    >
      <TextArea label={label} maxLength={500} {...form.field('reason')} />
      <p className="text-small text-mut">{children}</p>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" size="medium" busy={form.busy}>
        {button}
      </Button>
    </Form>
  )
}
