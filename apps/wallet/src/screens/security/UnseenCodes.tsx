import { readSecurity } from '@btbc/contract/security.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink, linkClass } from '#shell/AppLink.tsx'

/** The answer with the recovery codes was lost: where there are any, nobody may have seen them. */
export function UnseenCodes() {
  const t = useText()
  const { data } = useCall(readSecurity)
  if (!data || data.recovery_codes === 0) return null
  return (
    <Banner
      tone="warn"
      action={
        <AppLink to={paths.recoveryCodes()} className={linkClass}>
          {t('security.codesRenew')}
        </AppLink>
      }
    >
      {t('security.codesUnseen')}
    </Banner>
  )
}
