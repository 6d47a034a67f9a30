import { say } from '@btbc/contract/operator/operator-text.ts'
import { addOperatorPasskey, beginOperatorPasskey } from '@btbc/contract/operator/passkey.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { makePasskey } from '@btbc/ui/passkeys.ts'

import { useAct } from '#api/query.ts'
import { useForm } from '#desk/useForm.ts'
import { CodeOfOwn } from '#screens/passkeys/CodeOfOwn.tsx'
import { LABEL_LENGTH_MAX, labelFault } from '#screens/passkeys/label.ts'
import { codeFault, interrupted, useOwnProof } from '#screens/passkeys/useOwnProof.ts'
import { passkeyHindrance } from '#shell/passkey-hindrance.ts'

/** Makes a passkey on this device; a code or another passkey confirms it first. */
export function AddPasskey({ hasPasskeys }: { hasPasskeys: boolean }) {
  const form = useForm({ label: '', code: '' }, { operator_totp_wrong: 'code' })
  const begin = useAct(beginOperatorPasskey)
  const finish = useAct(addOperatorPasskey)
  const prove = useOwnProof()
  const label = form.values.label.trim()
  const { code } = form.values

  async function make() {
    const proof = await prove(code, { action: 'passkeys.begin', subject: label })
    if (proof === undefined) {
      form.show(interrupted)
      return
    }
    const { challenge_id, options } = await begin.mutateAsync({ label, ...proof })
    // The code is used up by now.
    form.set({ code: '' })
    const credential = await makePasskey(options)
    if (credential === undefined) {
      form.show(interrupted)
      return
    }
    await finish.mutateAsync({ challenge_id, credential })
    notify(say('passkeys.added'))
    form.set({ label: '' })
  }

  return (
    <Form
      shown={form.shown}
      className="card p-4"
      onSubmit={() => form.submit({ ...labelFault(label), ...codeFault(code, hasPasskeys) }, make)}
    >
      <p className="text-small text-mut">{say('passkeys.why')}</p>
      <Field
        label={say('passkeys.label')}
        hint={say('passkeys.labelHint')}
        autoComplete="off"
        maxLength={LABEL_LENGTH_MAX}
        {...form.field('label')}
      />
      <CodeOfOwn field={form.field('code')} hasPasskeys={hasPasskeys} />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" busy={form.busy} disabledReason={passkeyHindrance()}>
        {say('passkeys.new')}
      </Button>
    </Form>
  )
}
