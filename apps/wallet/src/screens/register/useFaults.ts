import type { FieldErrors } from '#forms/useFieldErrors.ts'
import { usePasswordCheck, type PasswordPair } from '#forms/NewPassword.tsx'
import { useText } from '#i18n/text.ts'
import type { Registration, RegistrationField } from '#screens/register/registration.ts'

type Faults = FieldErrors<RegistrationField>

/** What is missing before the server is asked. */
export function useFaults() {
  const t = useText()
  const checkPassword = usePasswordCheck()

  /** Before a code can be sent. */
  function ofSending({ mail, agreed }: Registration): Faults {
    return {
      ...(!mail.includes('@') && {
        mail: mail.trim() === '' ? t('session.mailRequired') : t('session.mailInvalid'),
      }),
      ...(!agreed && { agreed: t('session.agreementRequired') }),
    }
  }

  function ofFirstStep(draft: Registration): Faults {
    const { byPicture, code, letters, mobile } = draft
    return {
      ...ofSending(draft),
      ...(byPicture && letters === '' && { letters: t('session.captchaRequired') }),
      ...(!byPicture && code === '' && { code: t('session.codeRequired') }),
      ...(mobile.trim() === '' && { mobile: t('session.phoneRequired') }),
    }
  }

  function ofAll(draft: Registration, passwords: PasswordPair): Faults {
    return { ...ofFirstStep(draft), ...checkPassword(passwords) }
  }

  return { ofSending, ofFirstStep, ofAll }
}
