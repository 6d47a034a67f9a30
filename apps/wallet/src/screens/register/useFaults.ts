import { looksLikePhone } from '@btbc/contract/phone-rules.ts'
import type { Faults } from '@btbc/ui/useForm.ts'

import { usePasswordCheck, type PasswordPair } from '#forms/NewPassword.tsx'
import { useText } from '#i18n/text.ts'
import type { Registration } from '#screens/register/registration.ts'

type Typed = Registration & PasswordPair

/** What is missing before the server is asked. */
export function useFaults() {
  const t = useText()
  const checkPassword = usePasswordCheck()

  /** Before a code can be sent. */
  function ofSending({ mail, agreed }: Typed): Faults<Typed> {
    return {
      ...(!mail.includes('@') && {
        mail: mail.trim() === '' ? t('session.mailRequired') : t('session.mailInvalid'),
      }),
      ...(!agreed && { agreed: t('session.agreementRequired') }),
    }
  }

  function ofFirstStep(typed: Typed): Faults<Typed> {
    const { byPicture, code, letters, mobile } = typed
    return {
      ...ofSending(typed),
      ...(byPicture && letters === '' && { letters: t('session.captchaRequired') }),
      ...(!byPicture && code === '' && { code: t('session.codeRequired') }),
      ...(!looksLikePhone(mobile.trim()) && {
        mobile: mobile.trim() === '' ? t('session.phoneRequired') : t('session.phoneInvalid'),
      }),
    }
  }

  function ofAll(typed: Typed): Faults<Typed> {
    return { ...ofFirstStep(typed), ...checkPassword(typed) }
  }

  return { ofSending, ofFirstStep, ofAll }
}
