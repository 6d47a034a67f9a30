import { notify } from '@btbc/ui/notice.ts'
import { TestStrip } from '@btbc/ui/TestStrip.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import './app.css'
import { client } from '#api/call.ts'
import { queryClient } from '#api/query.ts'
import { startLanguage } from '#i18n/language.ts'
import { say } from '#i18n/text.ts'
import { Words } from '#i18n/Words.tsx'
import { paths } from '#paths.ts'
import { applyPreferences } from '#preferences.ts'
import { router } from '#routes/routes.tsx'
import { followOtherTabs, loseSession } from '#session.ts'
import { followSystemTheme } from '#theme.ts'

const LOGIN_AFTER_MS = 500
const SESSION_NOTICE_MS = 1000

function sendHomelessToLogin(): void {
  client.onSessionEnded(() => {
    const back = router.state.location.href
    loseSession('ended')
    notify(say('shell.needLogin'), { ms: SESSION_NOTICE_MS })
    setTimeout(() => void router.navigate({ href: paths.login(back) }), LOGIN_AFTER_MS)
  })
}

async function start(): Promise<void> {
  sendHomelessToLogin()
  followOtherTabs()
  applyPreferences()
  followSystemTheme()
  await startLanguage()
  // Until there is a screen to show, the page keeps its frame and its mark.
  await router.load()
  const place = document.querySelector('#app')
  if (!place) throw new Error('index.html has no #app')
  createRoot(place).render(
    <StrictMode>
      <Words>
        {/* Above all that could fail. */}
        <TestStrip />
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Words>
    </StrictMode>,
  )
}

void start()
