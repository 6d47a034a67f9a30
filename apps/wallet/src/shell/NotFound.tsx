import { buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

/** An address of ours that leads nowhere, with the way home. */
export function NotFound() {
  const t = useText()
  return (
    <Page title={t('shell.notFound')}>
      <Empty
        action={
          <AppLink to={paths.home()} className={buttonClass()}>
            {t('shell.goHome')}
          </AppLink>
        }
      >
        {t('shell.notFoundBody')}
      </Empty>
    </Page>
  )
}
