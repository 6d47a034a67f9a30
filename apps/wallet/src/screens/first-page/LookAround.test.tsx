// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'
import { startNetwork } from '#testing/network.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('a browser that forbids storage gets in all the same: no page is loaded anew', async () => {
  startNetwork('token of alice' as never)
  vi.stubGlobal('scrollTo', () => undefined)
  const replace = vi.fn()
  vi.stubGlobal('location', { origin: location.origin, replace })
  vi.stubGlobal('localStorage', undefined)
  vi.resetModules()
  const { LookAround } = await import('#screens/first-page/LookAround.tsx')
  const { isLoggedIn } = await import('#session.ts')
  const { shown } = await import('#testing/shown.tsx')
  const root = createRootRoute()
  const at = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const routeTree = root.addChildren([at('/', LookAround), at(paths.wallet(), () => 'Wallets')])
  const router = createRouter({ routeTree, history: createMemoryHistory() }) as never
  await shown(<RouterProvider router={router} />)
  fireEvent.click(await screen.findByRole('button', { name: /Look around/ }))
  await screen.findByText('Wallets')
  expect(isLoggedIn()).toBe(true)
  expect(replace).not.toHaveBeenCalled()
})
