import { changePassword } from '@btbc/contract/session.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'

import { useSend } from '#api/query.ts'
import { NewPassword, noPassword, usePasswordCheck } from '#forms/NewPassword.tsx'
import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { stored } from '#storage.ts'

const fieldsOfRefusals = {
  password_wrong: 'present',
  passwords_differ: 'repeated',
  password_rules: 'password',
  password_weak: 'password',
} as const

export function ChangePassword() {
  const t = useText()
  const { form, change } = useChange()
  const { field, errors } = form
  return (
    <Form shown={form.shown} onSubmit={change}>
      {/* So that a password manager knows whose password it keeps. */}
      <input
        type="hidden"
        name="username"
        autoComplete="username"
        value={stored('accountNum') ?? ''}
        readOnly
      />
      <PasswordField
        label={t('settings.presentPassword')}
        name="password"
        autoComplete="current-password"
        {...field('present')}
      />
      <NewPassword password={field('password')} repeated={field('repeated')} />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={form.busy}>
        {t('settings.changePassword')}
      </Button>
      <p className="text-small text-sub">{t('settings.changeEndsOthers')}</p>
    </Form>
  )
}

const nothing = { present: '', ...noPassword }

function useChange() {
  const t = useText()
  const form = useForm({ fields: nothing, refusals: fieldsOfRefusals })
  const { present, password, repeated } = form.values
  const checkPassword = usePasswordCheck()
  const { mutateAsync } = useSend(changePassword, { quiet: true })

  async function change() {
    const noPresent = present === '' ? { present: t('settings.presentRequired') } : {}
    await form.submit({ ...noPresent, ...checkPassword(form.values) }, async () => {
      const request = { old_password: present, password, re_password: repeated }
      await mutateAsync({ request })
      form.set(nothing)
      notify(t('session.passwordChanged'))
    })
  }

  return { form, change }
}
