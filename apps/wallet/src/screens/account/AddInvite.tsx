import { addInvite, readProfile } from '@btbc/contract/account.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { useCall, useSend } from '#api/query.ts'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'

const fieldsOfRefusals = {
  invite_unknown: 'code',
  invite_own: 'code',
  invite_closed: 'code',
  invite_cycle: 'code',
} as const

const LONG_NOTICE_MS = 10_000

/** Within a day of joining, once: who invited the member. */
export function AddInvite() {
  const t = useText()
  const { form, add } = useAddInvite()
  return (
    <Form shown={form.shown} onSubmit={add} className="card p-4">
      <Field
        label={t('settings.addInvite')}
        name="invite"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        {...form.field('code')}
        hint={t('settings.addInviteHint')}
      />
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button type="submit" variant="ghost" size="medium" busy={form.busy}>
        {t('settings.addInviteAction')}
      </Button>
    </Form>
  )
}

function useAddInvite() {
  const t = useText()
  const { data: member } = useCall(readProfile)
  const form = useForm({ fields: { code: '' }, refusals: fieldsOfRefusals })
  const { mutateAsync } = useSend(addInvite, { quiet: true })

  async function add() {
    const code = form.values.code.trim()
    await form.submit(code === '' ? { code: t('settings.inviteRequired') } : {}, async () => {
      const { invite_reward } = await mutateAsync({ request: { extension_code: code } })
      notify(t('settings.inviteAdded'))
      // Before a proof nobody is promised a reward, so none is short.
      if (member?.verified === true && !invite_reward)
        notify(t('session.inviteUnpaid'), { ms: LONG_NOTICE_MS })
    })
  }

  return { form, add }
}
