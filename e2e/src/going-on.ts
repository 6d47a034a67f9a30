import type { Page } from 'playwright-core'

/** From screen to screen, as links within the app lead. */

/** By its address at first, and from there as a link within the app leads: to load all of it again takes longest. */
export async function goOn(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path))
  const router = await page.evaluateHandle<Router>('__TSR_ROUTER__')
  await router.evaluate((there, href) => there.navigate({ href }), path)
  await router.dispose()
  await arrivedIn(page)
}

/** As `goOn`, and until the screen has settled. */
export async function goTo(page: Page, path: string): Promise<void> {
  await goOn(page, path)
  await settledIn(page)
}

/** Once nothing moves any more: a tap on a screen that is just being left is nobody's. */
export async function settledIn(page: Page): Promise<void> {
  await arrivedIn(page)
  await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
}

/** Once the screen of the address is the one that is shown: the last one stays until it can be. */
async function arrivedIn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = globalThis as { __TSR_ROUTER__?: Router }
    return router && router.state.location.href === router.state.resolvedLocation?.href
  })
}

/** What both apps show of theirs to tools. */
type Router = {
  navigate(to: { href: string }): Promise<void>
  /** Where it leads, and what is on the screen. */
  state: { location: { href: string }; resolvedLocation?: { href: string } }
}
