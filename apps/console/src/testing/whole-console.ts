import { afterEach, beforeAll, vi } from 'vitest'

/** All tests of a file are at the whole console, as its page starts it: it starts once. */
export function startWholeConsole(): void {
  // No browser is without it.
  Element.prototype.scrollIntoView = () => undefined

  beforeAll(async () => {
    vi.stubGlobal('scrollTo', () => undefined)
    document.body.innerHTML = '<div id="app"></div>'
    await import('#main.tsx')
  })
  afterEach(() => {
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
}

/** To this address of it. */
export async function goToAddress(address: string) {
  vi.stubGlobal('scrollTo', () => undefined)
  const { router } = await import('#routes.tsx')
  router.history.push(address)
  return router
}
