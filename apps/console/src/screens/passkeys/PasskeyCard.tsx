import { say } from '@btbc/contract/operator/operator-text.ts'
import { removeOperatorPasskey, renameOperatorPasskey } from '@btbc/contract/operator/passkey.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { dateTime } from '#format.ts'
import { CodeOfOwn } from '#screens/passkeys/CodeOfOwn.tsx'
import { LABEL_LENGTH_MAX, labelFault } from '#screens/passkeys/label.ts'
import type { Passkey } from '#screens/passkeys/PasskeysScreen.tsx'
import { codeFault, interrupted, useOwnProof } from '#screens/passkeys/useOwnProof.ts'

/** One passkey, to be called otherwise or taken off. */
export function PasskeyCard({ passkey }: { passkey: Passkey }) {
  const [open, setOpen] = useState<'rename' | 'remove'>()
  const turn = (part: 'rename' | 'remove') => setOpen(open === part ? undefined : part)
  const { label, created_at: since, last_used_at: used } = passkey
  return (
    <li className="card grid gap-3 p-4">
      <p className="min-w-0 font-semibold wrap-anywhere">{label}</p>
      <KeyValue
        items={[
          { label: say('passkeys.since'), value: dateTime(since) },
          {
            label: say('passkeys.used'),
            value: used === null ? say('passkeys.never') : dateTime(used),
          },
        ]}
      />
      <div className="grid grid-cols-2 gap-3">
        <Button
          variant="ghost"
          size="medium"
          aria-label={say('passkeys.renameOf', { label })}
          aria-expanded={open === 'rename'}
          onClick={() => turn('rename')}
        >
          {say('passkeys.rename')}
        </Button>
        <Button
          variant="ghost"
          size="medium"
          aria-label={say('passkeys.removeOf', { label })}
          aria-expanded={open === 'remove'}
          onClick={() => turn('remove')}
        >
          {say('passkeys.remove')}
        </Button>
      </div>
      {open === 'rename' && <Rename passkey={passkey} onDone={() => setOpen(undefined)} />}
      {open === 'remove' && <Remove passkey={passkey} />}
    </li>
  )
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const form = useForm({ label: passkey.label })
  const { mutateAsync } = useAct(renameOperatorPasskey)
  const label = form.values.label.trim()
  const rename = () =>
    form.submit(labelFault(label), async () => {
      await mutateAsync({ id: passkey.id, label })
      notify(say('passkeys.renamed'))
      onDone()
    })
  return (
    <Form shown={form.shown} onSubmit={rename}>
      <Field
        label={say('passkeys.label')}
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        {...form.field('label')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" size="medium" busy={form.busy}>
        {say('passkeys.keep')}
      </Button>
    </Form>
  )
}

function Remove({ passkey: { id } }: { passkey: Passkey }) {
  const form = useForm({ code: '' }, { operator_totp_wrong: 'code' })
  const { mutateAsync } = useAct(removeOperatorPasskey)
  const prove = useOwnProof()
  const { code } = form.values
  const remove = () =>
    form.submit(codeFault(code, true), async () => {
      const proof = await prove(code, { action: 'passkeys.remove', subject: String(id) })
      if (proof === undefined) {
        form.show(interrupted)
        return
      }
      await mutateAsync({ id, ...proof })
      notify(say('passkeys.removed'))
    })
  return (
    <Form shown={form.shown} onSubmit={remove}>
      <CodeOfOwn field={form.field('code')} hasPasskeys />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" size="medium" variant="danger" busy={form.busy}>
        {say('passkeys.removeNow')}
      </Button>
    </Form>
  )
}
