import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { hasSiteName, knowsPasskeys } from '@btbc/ui/passkey-site.ts'

import { useForm } from '#forms/useForm.ts'
import { useText } from '#i18n/text.ts'

type PasskeyLoginProps = { remember: boolean; enter: (token: string) => Promise<void> }

/** For whose device knows them: nothing is typed. */
export function PasskeyLogin({ remember, enter }: PasskeyLoginProps) {
  const t = useText()
  const form = useForm({ fields: {} })
  if (!hasSiteName() || !knowsPasskeys()) return null

  async function logIn() {
    await form.submit({}, async () => {
      // Fetched when it is wanted: most people type.
      const { tokenByPasskey } = await import('#screens/login/passkey-login.ts')
      const token = await tokenByPasskey(remember)
      if (token === undefined) form.show({ form: t('session.passkeyInterrupted') })
      else await enter(token)
    })
  }

  return (
    <>
      {form.errors.form && <Banner tone="bad">{form.errors.form}</Banner>}
      <Button variant="ghost" busy={form.busy} onClick={() => void logIn()}>
        {t('session.passkeyLogIn')}
      </Button>
    </>
  )
}
