import { prefetchSheet } from '@btbc/ui/Sheet.tsx'
import { TestStrip } from '@btbc/ui/TestStrip.tsx'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, Suspense, useEffect, useState } from 'react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { StepUpHost } from '#security/StepUpHost.tsx'
import { isLoggedIn } from '#session.ts'
import { AppHeader } from '#shell/AppHeader.tsx'
import { OfflineBar } from '#shell/OfflineBar.tsx'
import { TabBar } from '#shell/TabBar.tsx'
import { useOwnEvents } from '#shell/useOwnEvents.ts'

const ToastRegion = lazy(async () => ({
  default: (await import('@btbc/ui/ToastRegion.tsx')).ToastRegion,
}))

const UpdatePrompt = lazy(async () => ({
  default: (await import('#shell/UpdatePrompt.tsx')).UpdatePrompt,
}))

/** What every screen stands in. */
export function Shell() {
  const t = useText()
  const idle = useIdle()
  useOwnEvents()
  const pathname = useLocation({ select: (location) => location.pathname })
  const atHome = pathname === paths.home()
  const presented = useMatches({
    select: (matches) =>
      matches.findLast((match) => match.staticData.presented)?.staticData.presented,
  })
  const isDialog = presented === 'dialog'
  // The first page leads to all that a stranger may see.
  const tabs = !presented && (!atHome || isLoggedIn())
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-8 focus:left-4 focus:z-70 focus:rounded-control focus:bg-acf focus:px-4 focus:py-3 focus:text-onac"
      >
        {t('shell.skipToContent')}
      </a>
      <TestStrip />
      <div
        className={clsx(
          'mx-auto max-w-120',
          isDialog && 'dialog-page',
          pathname === paths.exchange() && 'exchange-wide',
        )}
        {...(isDialog && { role: 'dialog', 'aria-modal': true, 'aria-labelledby': 'heading' })}
      >
        <OfflineBar />
        {idle && (
          <Suspense>
            <UpdatePrompt />
          </Suspense>
        )}
        <AppHeader
          start={atHome ? 'name' : isDialog ? 'close' : 'back'}
          action={isLoggedIn() ? 'account' : 'theme'}
        />
        <main
          id="content"
          tabIndex={-1}
          className={clsx(
            'px-4 outline-none',
            tabs && 'pb-[calc(4rem+env(safe-area-inset-bottom))]',
          )}
        >
          <Outlet />
        </main>
      </div>
      {tabs && <TabBar />}
      <StepUpHost />
      {idle && (
        <Suspense>
          <ToastRegion />
        </Suspense>
      )}
    </>
  )
}

/** True once nothing else happens: for what nobody waits for. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const timer = setTimeout(() => {
      if ('requestIdleCallback' in window)
        requestIdleCallback(() => setIdle(true), { timeout: 2000 })
      else setIdle(true)
    }, 300)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (idle) prefetchSheet()
  }, [idle])
  return idle
}
