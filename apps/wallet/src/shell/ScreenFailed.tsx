import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Page } from '#shell/Page.tsx'

/** A full load: what could not be fetched, or broke in memory, is fetched again. */
const reload = () => location.reload()

/** A screen that broke, or could not be fetched: the rest of the app stands. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const t = useText()
  // Of a file that did not come: browsers word it each in their own way, but all as a TypeError.
  const unfetched = error instanceof TypeError
  useEffect(() => {
    if (!unfetched) return undefined
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [unfetched])
  return (
    <Page title={t('shell.screenFailed')}>
      <p>{unfetched ? t('shell.errorOffline') : t('shell.screenFailedBody')}</p>
      <Button onClick={unfetched ? reload : reset}>{t('shell.retry')}</Button>
      <a href={paths.home()} className={buttonClass({ variant: 'ghost' })}>
        {t('shell.goHome')}
      </a>
    </Page>
  )
}
