import { newKey } from '@btbc/client/client.ts'
import { PASSWORD_MIN } from '@btbc/contract/password-rules.ts'
import { logIn as logInCall } from '@btbc/contract/session.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { Form } from '@btbc/ui/Form.tsx'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import { useSend } from '#api/query.ts'
import { forgetDraft } from '#forms/draft.ts'
import { asksForPicture, useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'
import { paths, safeBack } from '#paths.ts'
import { Wordmark } from '#screens/login/Wordmark.tsx'
import { beginSession, sessionOver } from '#session.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

/** Only who has mistyped a few times meets it. */
const Captcha = lazy(async () => ({
  default: (await import('#forms/Captcha.tsx')).Captcha,
}))

const PasskeyLogin = lazy(async () => ({
  default: (await import('#screens/login/PasskeyLogin.tsx')).PasskeyLogin,
}))

const LOGIN_DRAFT = 'login'

const fieldsOfRefusals = {
  account_required: 'account',
  password_short: 'password',
  // Which of the two it was is nobody's business; the password is what one types anew.
  login_failed: 'password',
  captcha_required: 'letters',
  captcha_wrong: 'letters',
} as const

export function LoginScreen() {
  const t = useText()
  return (
    <Page title={t('session.logIn')} titleHidden>
      <Wordmark />
      <WhyHere />
      <LoginForm />
      <nav aria-label={t('session.otherWays')} className="grid gap-3">
        <AppLink to={paths.register()} className={buttonClass({ variant: 'ghost' })}>
          {t('session.register')}
        </AppLink>
        <AppLink to={paths.forget()} className="press grid min-h-11 place-items-center text-ac">
          {t('session.forgotPassword')}
        </AppLink>
      </nav>
    </Page>
  )
}

/** Somebody who was logged in a moment ago is told why they are here. */
function WhyHere() {
  const t = useText()
  const over = sessionOver()
  if (over === undefined) return null
  return (
    <Banner tone="warn">
      {over === 'ended' ? t('session.overEnded') : t('session.overElsewhere')}
    </Banner>
  )
}

function LoginForm() {
  const t = useText()
  const { form, picture, showPicture, logIn, enter } = useLogin()
  const { values, edit, field, errors } = form
  return (
    <Form shown={form.shown} onSubmit={logIn}>
      <Field
        label={t('session.account')}
        hint={t('session.accountHint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field('account')}
      />
      <PasswordField
        label={t('session.password')}
        name="password"
        autoComplete="current-password"
        {...field('password')}
      />
      {picture && (
        <Suspense>
          <Captcha
            nonce={picture}
            value={values.letters}
            onChange={(letters) => edit({ letters })}
            onRefresh={showPicture}
            error={errors.letters}
            hint={t('session.captchaOrReset')}
          />
        </Suspense>
      )}
      <Checkbox
        label={t('session.keepLoggedIn')}
        name="remember"
        checked={values.remember}
        onChange={(remember) => edit({ remember })}
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={form.busy}>
        {t('session.logIn')}
      </Button>
      <Suspense>
        <PasskeyLogin remember={values.remember} enter={enter} />
      </Suspense>
    </Form>
  )
}

function useLogin() {
  const t = useText()
  const router = useRouter()
  const { back } = useSearch({ strict: false })
  const form = useForm({
    fields: { password: '', remember: true, letters: '' },
    draft: { key: LOGIN_DRAFT, fields: { account: '' } },
    refusals: fieldsOfRefusals,
  })
  /** Names the picture the server wants read, once it wants one. */
  const [picture, setPicture] = useState<string>()
  const { mutateAsync } = useSend(logInCall, { quiet: true })
  const { account, password, remember, letters } = form.values

  function showPicture(nonce: string) {
    setPicture(nonce)
    form.set({ letters: '' })
  }

  async function send() {
    const request = {
      user_string: account.trim(),
      password,
      type: 1 as const,
      remember,
      ...(picture && { captcha_t: picture, vercode: letters }),
    }
    try {
      await enter(await mutateAsync({ request }))
    } catch (error) {
      // A picture is good for one try; the first one appears when it is asked for.
      if (picture || asksForPicture(error)) showPicture(newKey())
      throw error
    }
  }

  async function enter(token: string) {
    await beginSession(token)
    forgetDraft(LOGIN_DRAFT)
    await router.navigate({ href: safeBack(back), replace: true })
  }

  async function logIn() {
    const missing = {
      ...(account.trim() === '' && { account: t('session.accountRequired') }),
      ...(password.length < PASSWORD_MIN && { password: t('session.passwordShort') }),
      ...(picture && letters === '' && { letters: t('session.captchaRequired') }),
    }
    await form.submit(missing, send)
  }

  return { form, picture, showPicture, logIn, enter }
}
