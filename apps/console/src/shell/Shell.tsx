import { say } from '@btbc/contract/operator/operator-text.ts'
import { ToastRegion } from '@btbc/ui/ToastRegion.tsx'
import { Outlet } from '@tanstack/react-router'
import { useEffect } from 'react'

import { keepFocus } from '#shell/focus.ts'
import { Sidebar } from '#shell/Sidebar.tsx'

/** What every screen stands in: the mark of test funds, and what is said in passing. */
export function Shell() {
  useEffect(keepFocus, [])
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:top-8 focus:left-4 focus:z-70 focus:rounded-control focus:bg-acf focus:px-4 focus:py-3 focus:text-onac"
      >
        {say('shell.skip')}
      </a>
      <Outlet />
      <ToastRegion />
    </>
  )
}

/** The rail on the left, or above on a phone, and the screen beside it. */
export function Frame() {
  return (
    <div className="mx-auto max-w-[90rem] lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Sidebar />
      <main id="content" tabIndex={-1} className="min-w-0 px-4 pb-8 outline-none lg:px-6">
        <Outlet />
      </main>
    </div>
  )
}
