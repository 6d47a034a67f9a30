import { Banner } from '@btbc/ui/Banner.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { PasswordField } from '@btbc/ui/PasswordField.tsx'
import { useRouter, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import { CallRefused, newKey, post } from '#api/call.ts'
import { forgetDraft, useDraft } from '#forms/draft.ts'
import { Form } from '#forms/Form.tsx'
import { useFieldErrors } from '#forms/useFieldErrors.ts'
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

const PASSWORD_MIN = 6
const LOGIN_DRAFT = 'login'

const fieldsOfRefusals = {
  account_required: 'account',
  password_short: 'password',
  // Which of the two it was is nobody's business; the password is what one types anew.
  login_failed: 'password',
  captcha_required: 'captcha',
  captcha_wrong: 'captcha',
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
  const { errors, clear, ...login } = useLogin()
  return (
    <Form shown={login.shown} onSubmit={login.submit}>
      <Field
        label={t('session.account')}
        hint={t('session.accountHint')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={login.account}
        onChange={(event) => {
          login.setAccount(event.target.value)
          clear('account')
        }}
        error={errors.account}
      />
      <PasswordField
        label={t('session.password')}
        name="password"
        autoComplete="current-password"
        value={login.password}
        onChange={(event) => {
          login.setPassword(event.target.value)
          clear('password')
        }}
        error={errors.password}
      />
      {login.picture && (
        <Suspense>
          <Captcha
            nonce={login.picture}
            value={login.letters}
            onChange={(letters) => {
              login.setLetters(letters)
              clear('captcha')
            }}
            onRefresh={login.showPicture}
            error={errors.captcha}
            hint={t('session.captchaOrReset')}
          />
        </Suspense>
      )}
      <Checkbox
        label={t('session.keepLoggedIn')}
        name="remember"
        checked={login.remember}
        onChange={login.setRemember}
      />
      {errors.form && <Banner tone="bad">{errors.form}</Banner>}
      <Button type="submit" busy={login.busy}>
        {t('session.logIn')}
      </Button>
    </Form>
  )
}

function useLogin() {
  const t = useText()
  const router = useRouter()
  const { back } = useSearch({ strict: false })
  const [{ account }, change] = useDraft(LOGIN_DRAFT, { account: '' })
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(true)
  /** Names the picture the server wants read, once it wants one. */
  const [picture, setPicture] = useState<string>()
  const [letters, setLetters] = useState('')
  const [busy, setBusy] = useState(false)
  const { errors, shown, show, showRefusal, clear } = useFieldErrors<
    'account' | 'password' | 'captcha'
  >(fieldsOfRefusals)

  function showPicture(nonce: string) {
    setPicture(nonce)
    setLetters('')
  }

  function isIncomplete(): boolean {
    return show({
      ...(account.trim() === '' && { account: t('session.accountRequired') }),
      ...(password.length < PASSWORD_MIN && { password: t('session.passwordShort') }),
      ...(picture && letters === '' && { captcha: t('session.captchaRequired') }),
    })
  }

  async function submit() {
    if (busy || isIncomplete()) return
    setBusy(true)
    try {
      const captcha = picture ? { captcha_t: picture, vercode: letters } : {}
      const user_string = account.trim()
      const token = await post('/user/login', {
        user_string,
        password,
        type: 1,
        remember,
        ...captcha,
      })
      await beginSession(token)
      forgetDraft(LOGIN_DRAFT)
      await router.navigate({ href: safeBack(back), replace: true })
    } catch (error) {
      // A picture is good for one try; the first one appears when it is asked for.
      const asked = error instanceof CallRefused && error.code.startsWith('captcha_')
      if (picture || asked) showPicture(newKey())
      showRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    account,
    setAccount: (typed: string) => change({ account: typed }),
    password,
    setPassword,
    remember,
    setRemember,
    picture,
    letters,
    setLetters,
    showPicture,
    errors,
    shown,
    clear,
    busy,
    submit,
  }
}
