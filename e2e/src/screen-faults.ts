import type { Page } from 'playwright-core'

import { coloursOf, violationsOf } from '#axe.ts'
import { shoot, type Theme } from '#browser.ts'
import { goOn } from '#going-on.ts'

type Opened = { page: Page; complaints: string[] }
type Screen = { path: string; shot: string; titleEnd: string }

/** Opens a screen, and says what is wrong with it: nothing should be. */
export async function faultsOf(opened: Opened, screen: Screen): Promise<string[]> {
  const { page } = opened
  await goOn(page, screen.path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
  return await faultsShown(opened, screen, violationsOf)
}

/** The same screen once day has turned to night, or back. */
export async function faultsTurned(opened: Opened, screen: Screen): Promise<string[]> {
  return await faultsShown(opened, screen, coloursOf)
}

/** What is wrong with the screen that is open, as it is shown now. */
async function faultsShown(
  { page, complaints }: Opened,
  { path, shot, titleEnd }: Screen,
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const violations = await look(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const broken = await page.evaluate(brokenWords)
  const title = await page.title()
  const marked = await page.getByRole('note').first().isVisible()
  await shoot(page, shot)
  return [
    ...violations.map((each) => `axe ${each}`),
    ...complaints.splice(0).map((text) => `console: ${text}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...broken.map((word) => `a line ends within “${word}”`),
    ...(title.endsWith(titleEnd) ? [] : [`title: ${title}`]),
    ...(marked ? [] : ['no test mark']),
  ].map((fault) => `${shot}: ${path} ${fault}`)
}

/** Words of a text that go on in the next line; what is no word, as an address, may. */
function brokenWords(): string[] {
  const broken: string[] = []
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    range.selectNodeContents(text)
    const { parentElement: parent } = text
    if (range.getClientRects().length < 2 || parent === null) continue
    if (getComputedStyle(parent).wordBreak === 'break-all') continue
    for (const { 0: word, index } of (text.textContent ?? '').matchAll(
      /(?<!\S)\p{P}*\p{Script=Latin}{2,24}\p{P}*(?!\S)/gu,
    )) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const tops = new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top)))
      if (tops.size > 1) broken.push(word)
    }
  }
  return broken
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
