import { Banner } from '@btbc/ui/Banner.tsx'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink, linkClass } from '#shell/AppLink.tsx'

/** What selling needs is missing, or has gone since. */
export function Unprotected() {
  const t = useText()
  return (
    <Banner
      tone="warn"
      action={
        <AppLink to={paths.security()} className={linkClass}>
          {t('shell.toSecurity')}
        </AppLink>
      }
    >
      {t('seller.unprotected')}
    </Banner>
  )
}
