import { useText } from '#i18n/text.ts'
import { ChangePassword } from '#screens/security/ChangePassword.tsx'
import { Keys } from '#screens/security/Keys.tsx'
import { Sessions } from '#screens/security/Sessions.tsx'
import { Page } from '#shell/Page.tsx'

/** The password, where one is logged in, and keys for programs. */
export function SecurityScreen() {
  const t = useText()
  return (
    <Page title={t('settings.security')}>
      <ChangePassword />
      <Sessions />
      <Keys />
    </Page>
  )
}
