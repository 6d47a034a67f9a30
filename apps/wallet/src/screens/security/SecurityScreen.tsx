import { useText } from '#i18n/text.ts'
import { ChangePassword } from '#screens/security/ChangePassword.tsx'
import { Sessions } from '#screens/security/Sessions.tsx'
import { Page } from '#shell/Page.tsx'

/** The password, and where one is logged in. */
export function SecurityScreen() {
  const t = useText()
  return (
    <Page title={t('settings.security')}>
      <ChangePassword />
      <Sessions />
    </Page>
  )
}
