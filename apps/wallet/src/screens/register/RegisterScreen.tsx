import { Banner } from '@btbc/ui/Banner.tsx'
import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import { useCover } from '@btbc/ui/covers.ts'
import { Form } from '@btbc/ui/Form.tsx'
import { useSearch } from '@tanstack/react-router'

import { StepProgress } from '#forms/StepProgress.tsx'
import { useText, type TextKey } from '#i18n/text.ts'
import { useInvite } from '#joining/useInvite.ts'
import { paths } from '#paths.ts'
import { StepOne } from '#screens/register/StepOne.tsx'
import { StepTwo } from '#screens/register/StepTwo.tsx'
import { useRegistration } from '#screens/register/useRegistration.ts'
import { useWide } from '#screens/register/useWide.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

/** Two steps on a phone, one page where there is room. */
export function RegisterScreen() {
  const t = useText()
  const { code } = useSearch({ strict: false })
  const invite = useInvite(code)
  const form = useRegistration(invite)
  const wide = useWide()
  const { draft, errors, busy } = form
  const step = draft.step === 2 ? 2 : 1
  const last = wide || step === 2
  useCover(!wide && step === 2 && !form.afterword, () => {
    form.edit({ step: 1 })
    return true
  })
  if (form.afterword) return <Registered afterword={form.afterword} />
  return (
    <Page title={t('session.register')}>
      {!wide && (
        <StepProgress
          step={step}
          title={step === 1 ? t('session.stepWho') : t('session.stepPassword')}
        />
      )}
      {invite?.known && invite.inviter !== '' && step === 1 && !wide && (
        <p className="text-mut">{t('session.invitedBy', { name: invite.inviter })}</p>
      )}
      <Form shown={form.shown} onSubmit={() => form.press(last)}>
        {(wide || step === 1) && <StepOne form={form} />}
        {last && <StepTwo form={form} invite={invite} />}
        {errors.form && <Banner tone="bad">{errors.form}</Banner>}
        <Button type="submit" busy={busy} disabledReason={missing()}>
          {last ? t('session.register') : t('session.continue')}
        </Button>
        {!wide && step === 2 && (
          <Button variant="ghost" onClick={() => form.edit({ step: 1 })}>
            {t('session.previousStep')}
          </Button>
        )}
      </Form>
      <p className="text-center text-mut">
        {t('session.alreadyMember')}{' '}
        <AppLink to={paths.login()} className="inline-block py-3 text-ac underline">
          {t('session.logIn')}
        </AppLink>
      </p>
    </Page>
  )

  function missing(): string | undefined {
    if (draft.mail.trim() === '') return t('session.needsMail')
    const proof = draft.byPicture ? draft.letters : draft.code
    if (proof !== '') return undefined
    return draft.byPicture ? t('session.needsLetters') : t('session.needsCode')
  }
}

/** The account is open, and there is something to read before the app. */
function Registered({ afterword }: { afterword: TextKey }) {
  const t = useText()
  return (
    <Page title={t('session.registerSuccess')}>
      <Banner tone="warn">{t(afterword)}</Banner>
      <AppLink to={paths.home()} className={buttonClass()}>
        {t('shell.goHome')}
      </AppLink>
    </Page>
  )
}
