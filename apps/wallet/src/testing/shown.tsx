import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { configure, render } from '@testing-library/react'
import type { ReactNode } from 'react'

import { queryClient } from '#api/query.ts'
import { loadTextsOf, startLanguage } from '#i18n/language.ts'
import { Words } from '#i18n/Words.tsx'
import { paths } from '#paths.ts'

// What is loaded when it is first needed takes as long as the machine takes.
configure({ asyncUtilTimeout: 60_000 })

/**
 * A component as a member sees it, in English, with the texts of this screen: by default of the one
 * that says the most. Needs `@vitest-environment jsdom`.
 */
export async function shown(component: ReactNode, screen = paths.buy()) {
  await startLanguage()
  await loadTextsOf(screen)
  queryClient.clear()
  return render(
    <QueryClientProvider client={queryClient}>
      <Words>{component}</Words>
    </QueryClientProvider>,
  )
}

/** The same of what reads an address or links to others; `at` is where it stands. */
export async function shownAt(component: () => ReactNode, screen = paths.buy(), at = '/') {
  const routeTree = createRootRoute({ component })
  const history = createMemoryHistory({ initialEntries: [at] })
  return await shown(
    <RouterProvider router={createRouter({ routeTree, history }) as never} />,
    screen,
  )
}
