import { prefetchSheet } from '@btbc/ui/Sheet.tsx'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { StepUpHost } from '#security/StepUpHost.tsx'
import { isLoggedIn } from '#session.ts'
import { AppHeader } from '#shell/AppHeader.tsx'
import { OfflineBar } from '#shell/OfflineBar.tsx'
import { TabBar } from '#shell/TabBar.tsx'
import { useOwnEvents } from '#shell/useOwnEvents.ts'

const ToastRegion = late(async () => ({
  default: (await import('@btbc/ui/ToastRegion.tsx')).ToastRegion,
}))

const UpdatePrompt = late(async () => ({
  default: (await import('#shell/UpdatePrompt.tsx')).UpdatePrompt,
}))

type Part = { default: () => ReactNode }

/** What nobody waits for comes with the next connection where there is none, and takes nothing down. */
function late(load: () => Promise<Part>) {
  const again = () =>
    new Promise<Part>((resolve) =>
      addEventListener('online', () => resolve(load()), { once: true }),
    )
  return lazy(() => load().catch(again))
}

/** What every screen stands in. */
export function Shell() {
  const t = useText()
  const idle = useIdle()
  useOwnEvents()
  const pathname = useLocation({ select: (at) => at.pathname })
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
    const begin = () => {
      setIdle(true)
      prefetchSheet()
    }
    const timer = setTimeout(() => {
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: 2000 })
      else begin()
    }, 300)
    return () => clearTimeout(timer)
  }, [])
  return idle
}
