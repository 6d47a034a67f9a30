import { useText } from '#i18n/text.ts'
import { ChangePassword } from '#screens/security/ChangePassword.tsx'
import { Page } from '#shell/Page.tsx'

export function PasswordScreen() {
  const t = useText()
  return (
    <Page title={t('settings.changePassword')}>
      <ChangePassword />
    </Page>
  )
}
