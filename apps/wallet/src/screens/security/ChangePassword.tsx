import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { useState } from 'react'

import { post } from '#api/call.ts'
import { upToDate } from '#api/query.ts'
import { Form } from '#forms/Form.tsx'
import { NewPassword, noPassword, usePasswordCheck } from '#forms/NewPassword.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
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
  const { present, setPresent, pair, setPair, busy, fields, change } = useChange()
  const { errors, clear } = fields
  return (
    <Form shown={fields.shown} onSubmit={change}>
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
        value={present}
        onChange={(event) => {
          clear('present')
          setPresent(event.target.value)
        }}
        error={errors.present}
      />
      <NewPassword
        pair={pair}
        errors={errors}
        onChange={(next) => {
          clear(next.password === pair.password ? 'repeated' : 'password')
          setPair(next)
        }}
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={busy}>
        {t('settings.changePassword')}
      </Button>
      <p className="text-small text-sub">{t('settings.changeEndsOthers')}</p>
    </Form>
  )
}

function useChange() {
  const t = useText()
  const [present, setPresent] = useState('')
  const [pair, setPair] = useState(noPassword)
  const [busy, setBusy] = useState(false)
  const fields = useFieldErrors<'present' | 'password' | 'repeated'>(fieldsOfRefusals)
  const checkPassword = usePasswordCheck()

  async function change() {
    const noPresent = present === '' ? { present: t('settings.presentRequired') } : {}
    if (busy || fields.show({ ...noPresent, ...checkPassword(pair) })) return
    setBusy(true)
    try {
      await post('/user/password', {
        old_password: present,
        password: pair.password,
        re_password: pair.repeated,
      })
      setPresent('')
      setPair(noPassword)
      notify(t('session.passwordChanged'))
      await upToDate()
    } catch (error) {
      fields.showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return { present, setPresent, pair, setPair, busy, fields, change }
}
