import { Banner } from '@btbc/ui/Banner.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { useCover } from '@btbc/ui/covers.ts'
import { Form } from '@btbc/ui/Form.tsx'
import { inLatinDigits } from '@btbc/ui/latin-digits.ts'
import { useRouter } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'

import { Captcha } from '#forms/Captcha.tsx'
import { CountryField } from '#forms/CountryField.tsx'
import { NewPassword } from '#forms/NewPassword.tsx'
import { StepProgress } from '#forms/StepProgress.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { isLocalPhone } from '#screens/forget/reset.ts'
import { useReset, type ResetForm } from '#screens/forget/useReset.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

export function ForgetScreen() {
  const t = useText()
  const form = useReset()
  return (
    <Page title={t('session.forgotTitle')}>
      {form.done ? <Changed /> : <ResetSteps form={form} />}
    </Page>
  )
}

function ResetSteps({ form }: { form: ResetForm }) {
  const t = useText()
  const { draft, set, errors, busy } = form
  const step = draft.step === 2 ? 2 : 1
  useCover(step === 2, () => {
    set({ step: 1 })
    return true
  })
  return (
    <>
      <StepProgress
        step={step}
        title={step === 1 ? t('session.stepAddress') : t('session.stepNewPassword')}
      />
      <Form shown={form.shown} onSubmit={form.press}>
        {step === 1 ? <WhoseAccount form={form} /> : <NewOne form={form} />}
        {errors.form && <Banner tone="bad">{errors.form}</Banner>}
        <Button type="submit" busy={busy}>
          {step === 1 ? t('session.continue') : t('session.setPassword')}
        </Button>
        {step === 2 && (
          <Button variant="ghost" onClick={() => set({ step: 1 })}>
            {t('session.previousStep')}
          </Button>
        )}
      </Form>
      <p className="text-center">
        <AppLink to={paths.login()} className="inline-block py-3 text-ac underline">
          {t('session.backToLogin')}
        </AppLink>
      </p>
    </>
  )
}

function WhoseAccount({ form }: { form: ResetForm }) {
  const t = useText()
  const { draft, edit, field, errors } = form
  return (
    <>
      <Field
        label={t('session.phoneOrMail')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...inLatinDigits(field('account'))}
      />
      {isLocalPhone(draft.account) && <CountryField value={draft} onChange={edit} />}
      {form.picture !== undefined && (
        <Captcha
          nonce={form.picture}
          value={draft.letters}
          onChange={(letters) => edit({ letters })}
          onRefresh={form.showPicture}
          error={errors.letters}
          hint={t('session.captchaRefresh')}
        />
      )}
      <CodeField
        label={t('session.code')}
        name="code"
        value={draft.code}
        onChange={(code) => edit({ code })}
        onSend={form.sendCode}
        resendAt={draft.sentTo === draft.account.trim() ? draft.resendAt : 0}
        error={errors.code}
        hint={draft.sentTo === '' ? undefined : t('session.codeSentIfKnown', { to: draft.sentTo })}
      />
    </>
  )
}

function NewOne({ form: { draft, field } }: { form: ResetForm }) {
  const t = useText()
  return (
    <>
      {/* So that a password manager knows whose password it keeps. */}
      <input type="hidden" name="username" autoComplete="username" value={draft.account} readOnly />
      <NewPassword password={field('password')} repeated={field('repeated')} />
      <p className="text-small text-sub">{t('session.resetEndsSessions')}</p>
    </>
  )
}

const LOGIN_AFTER_MS = 2000

/** It is done; the login comes by itself. */
function Changed() {
  const t = useText()
  const router = useRouter()
  useEffect(() => {
    const timer = setTimeout(() => {
      void router.navigate({ href: paths.login(), replace: true })
    }, LOGIN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [router])
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center">
      <CircleCheck size={56} aria-hidden className="text-up" />
      <p role="status" className="text-section font-semibold">
        {t('session.passwordChanged')}
      </p>
      <p className="text-mut">{t('session.allSessionsEnded')}</p>
      <AppLink to={paths.login()} className={buttonClass()}>
        {t('session.logIn')}
      </AppLink>
    </div>
  )
}
