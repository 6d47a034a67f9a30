import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

import { shoot } from '#browser.ts'

type Opened = { page: Page; complaints: string[] }
type Screen = { path: string; shot: string; titleEnd: string }

/** Opens a screen, takes its picture, and says what is wrong with it: nothing should be. */
export async function faultsOf({ page, complaints }: Opened, screen: Screen): Promise<string[]> {
  const { path, shot, titleEnd } = screen
  await page.goto(path)
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy=true], .skeleton') === null)
  // One document without frames: the way that opens no second page.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  const title = await page.title()
  const marked = await page.getByRole('note').first().isVisible()
  await shoot(page, shot)
  return [
    ...violations.map(
      ({ id, nodes }) => `axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
    ),
    ...complaints.splice(0).map((text) => `console: ${text}`),
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...(title.endsWith(titleEnd) ? [] : [`title: ${title}`]),
    ...(marked ? [] : ['no test mark']),
  ].map((fault) => `${path} ${fault}`)
}
