import { readOperator } from '@btbc/contract/operator/access.ts'
import type { Role } from '@btbc/contract/operator/rights.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  type RouteComponent,
  RouterContextProvider,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { vi } from 'vitest'

import { queryClient } from '#api/query.ts'

// What is waited for takes as long as the machine takes.
configure({ asyncUtilTimeout: 60_000 })

export const AT = '2026-03-01T12:00:00.000Z'

type Sent = { path: string; request: unknown }
/** What a call is answered with, or how it is found from what was asked. Null: no answer comes. */
type Answers = Readonly<Record<string, unknown>>

/** A server that knows these answers and refuses the rest. Answers what was posted to it. */
export function answerWith(answers: Answers): Sent[] {
  const posted: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init: { method: string; body?: string }) => {
    const path = url.replace('/operator/api', '').replace(/\?.*/, '')
    const request: unknown = init.method === 'POST' ? JSON.parse(init.body ?? '') : url
    if (init.method === 'POST') posted.push({ path, request })
    const known = answers[path]
    const message: unknown = typeof known === 'function' ? await known(request) : known
    if (message === null) throw new TypeError('Failed to fetch')
    if (message instanceof Response) return message
    return message === undefined
      ? refused('internal', 'Not here.')
      : Response.json({ type: 'ok', message })
  })
  return posted
}

export function refused(code: string, message: string, type: 'error' | 999 = 'error'): Response {
  return Response.json({ type, code, message, details: {} })
}

/** Takes away what a test leaves: what is shown, was read, was typed and stands in for something. */
export function putAway(): void {
  cleanup()
  queryClient.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
}

/** Who is at the console. */
export function operatorOf(...roles: Role[]) {
  const who = { id: 1, name: 'Rita', mail: 'rita@example.test', roles }
  return { [readOperator.path]: { ...who, session_ends_at: AT, idle_ends_at: AT } }
}

/** A screen by itself, at an address. */
export function openScreen(component: ComponentType) {
  vi.stubGlobal('scrollTo', () => undefined)
  const routeTree = createRootRoute({ component: component as RouteComponent })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

/** A part of the console by itself. */
export function shown(part: ReactNode) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })
  const within = (inner: ReactNode) => (
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>{inner}</QueryClientProvider>
    </RouterContextProvider>
  )
  const { rerender, ...rest } = render(within(part))
  return { ...rest, rerender: (next: ReactNode) => rerender(within(next)) }
}
