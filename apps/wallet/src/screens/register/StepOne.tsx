import { newKey } from '@btbc/client/client.ts'
import { Checkbox } from '@btbc/ui/Checkbox.tsx'
import { CodeField } from '@btbc/ui/CodeField.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { inLatinDigits } from '@btbc/ui/latin-digits.ts'

import { Captcha } from '#forms/Captcha.tsx'
import { CountryField } from '#forms/CountryField.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import type { RegistrationForm } from '#screens/register/useRegistration.ts'
import { AppLink } from '#shell/AppLink.tsx'

type StepProps = { form: RegistrationForm }

/** Who it is: an address, the proof of it, a phone. */
export function StepOne({ form }: StepProps) {
  const t = useText()
  const { draft, edit, field, errors } = form
  return (
    <>
      <Field
        label={t('session.mail')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('mail')}
      />
      {/* Above the code: it cannot be sent before. */}
      <Checkbox
        name="agreed"
        checked={draft.agreed}
        onChange={(agreed) => edit({ agreed })}
        error={errors.agreed}
        label={t('session.agreeTo')}
      />
      {/* Beside the words that tick: who taps them means to agree. */}
      <AppLink
        to={paths.terms()}
        className="press -mt-3 ml-9 inline-flex min-h-11 items-center justify-self-start text-small text-ac underline"
      >
        {t('session.readTerms')}
      </AppLink>
      <Proof form={form} />
      <CountryField
        value={draft}
        onChange={edit}
        hint={t('session.countryFixed')}
        error={errors.area_code}
      />
      <Field
        label={t('session.phone')}
        type="tel"
        name="tel"
        inputMode="tel"
        autoComplete="tel-national"
        maxLength={32}
        {...inLatinDigits(field('mobile'))}
        hint={t('session.phoneHint')}
      />
    </>
  )
}

/** The code that was sent, or the characters of a picture. */
function Proof({ form: { draft, edit, errors, sendCode } }: StepProps) {
  const t = useText()
  return (
    <>
      {draft.byPicture ? (
        <Captcha
          nonce={draft.picture}
          value={draft.letters}
          onChange={(letters) => edit({ letters })}
          onRefresh={(picture) => edit({ picture, letters: '' })}
          error={errors.letters}
          hint={t('session.pictureNoGrant')}
        />
      ) : (
        <CodeField
          label={t('session.code')}
          name="code"
          value={draft.code}
          onChange={(code) => edit({ code })}
          onSend={sendCode}
          // Another address need not wait for the one before it.
          resendAt={draft.sentTo === draft.mail.trim() ? draft.resendAt : 0}
          error={errors.code}
          hint={draft.sentTo === '' ? undefined : t('session.codeSentTo', { to: draft.sentTo })}
        />
      )}
      {!draft.byPicture && <p className="text-small text-sub">{t('session.pictureCosts')}</p>}
      <button
        type="button"
        onClick={() => edit({ byPicture: !draft.byPicture, picture: newKey(), letters: '' })}
        className="press -mt-4 min-h-11 justify-self-start text-left text-small text-ac underline"
      >
        {draft.byPicture ? t('session.useMailCode') : t('session.usePicture')}
      </button>
    </>
  )
}
