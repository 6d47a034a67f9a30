import type { Page } from 'playwright-core'

import { violationsOf } from '#axe.ts'
import { shoot, type Theme } from '#browser.ts'

type Opened = { page: Page; complaints: string[] }
type Screen = { path: string; shot: string; titleEnd: string }

/** Opens a screen, and says what is wrong with it: nothing should be. */
export async function faultsOf(opened: Opened, screen: Screen): Promise<string[]> {
  const { page } = opened
  await page.goto(screen.path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
  return await faultsShown(opened, screen)
}

/** What is wrong with the screen that is open, as it is shown now. */
export async function faultsShown(
  { page, complaints }: Opened,
  { path, shot, titleEnd }: Screen,
): Promise<string[]> {
  const violations = await violationsOf(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const title = await page.title()
  const marked = await page.getByRole('note').first().isVisible()
  await shoot(page, shot)
  return [
    ...violations.map((each) => `axe ${each}`),
    ...complaints.splice(0).map((text) => `console: ${text}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(title.endsWith(titleEnd) ? [] : [`title: ${title}`]),
    ...(marked ? [] : ['no test mark']),
  ].map((fault) => `${shot}: ${path} ${fault}`)
}

/** The device turns from day to night, or back, and the screen with it. */
export async function turnTo(page: Page, theme: Theme): Promise<void> {
  // A browser gives what is far below the screen its new colours when somebody comes near.
  await page.evaluate(() => {
    const far = document.querySelectorAll<HTMLElement>('[class*=content-visibility]')
    for (const each of far) each.style.contentVisibility = 'visible'
  })
  await page.emulateMedia({ colorScheme: theme === 'day' ? 'light' : 'dark' })
  await untilShown(page, theme)
}

/** Once everything has its colours of the day, or of the night: who ends a change of colour begins those within. */
export async function untilShown(page: Page, theme: Theme): Promise<void> {
  await page.waitForFunction(
    (shown) =>
      document.documentElement.dataset['theme'] === shown &&
      !document.getAnimations().some((each) => each instanceof CSSTransition),
    theme,
  )
}
