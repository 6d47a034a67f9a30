import { Button, buttonClass } from '@btbc/ui/Button.tsx'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Page } from '#shell/Page.tsx'

/** A full load: what could not be fetched is fetched again. Without the house the rest of the app were gone. */
async function reload(signal: AbortSignal | null = null): Promise<void> {
  const answer = await fetch('/health', { signal }).catch(() => undefined)
  if (answer?.ok) location.reload()
}

/** A page that was loaded within that time is the newest there is. */
const NEW_MS = 30_000

/** A screen that broke, or could not be fetched: the rest of the app stands. */
export function ScreenFailed({ error, reset }: ErrorComponentProps) {
  const t = useText()
  // Of a file that did not come: browsers word it each in their own way, but all as a TypeError.
  const unfetched = error instanceof TypeError
  useEffect(() => {
    if (!unfetched) return undefined
    const left = new AbortController()
    const { signal } = left
    addEventListener('online', () => void reload(signal), { signal })
    // After a deploy the files of an open tab are gone, though the server answers.
    if (performance.now() > NEW_MS) void reload(signal)
    return () => left.abort()
  }, [unfetched])
  return (
    <Page title={t(unfetched ? 'shell.screenUnfetched' : 'shell.screenFailed')}>
      <p>{t(unfetched ? 'shell.errorUnreached' : 'shell.screenFailedBody')}</p>
      <Button onClick={unfetched ? () => void reload() : reset}>{t('shell.retry')}</Button>
      <a href={paths.home()} className={buttonClass({ variant: 'ghost' })}>
        {t('shell.goHome')}
      </a>
    </Page>
  )
}
