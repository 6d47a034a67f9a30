import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import type { ErrorComponentProps } from '@tanstack/react-router'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Page } from '#shell/Page.tsx'

/** A screen that broke: the rest of the app stands. */
export function ScreenFailed({ reset }: ErrorComponentProps) {
  const t = useText()
  return (
    <Page title={t('shell.screenFailed')}>
      <p>{t('shell.screenFailedBody')}</p>
      <Button onClick={reset}>{t('shell.retry')}</Button>
      {/* A full load, in case what broke is in memory. */}
      <a href={paths.home()} className={buttonClass({ variant: 'ghost' })}>
        {t('shell.goHome')}
      </a>
    </Page>
  )
}
