import { TestStrip } from '@btbc/ui/TestStrip.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import './app.css'
import { client } from '#api/call.ts'
import { queryClient } from '#api/query.ts'
import { loginAgain, router } from '#routes.tsx'
import { watchTouches } from '#session.ts'

function start(): void {
  watchTouches()
  client.onSessionEnded(() => {
    queryClient.clear()
    void router.navigate(loginAgain(router.state.location))
  })
  const place = document.querySelector('#app')
  if (!place) throw new Error('index.html has no #app')
  createRoot(place).render(
    <StrictMode>
      {/* Above all that could fail. */}
      <TestStrip />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

start()
