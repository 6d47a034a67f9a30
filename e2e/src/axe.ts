import axe from 'axe-core'
import type { Page } from 'playwright-core'

const OPTIONS: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // To describe what is right takes longer than to find what is not.
  resultTypes: ['violations'],
}

/** What would keep somebody from using the page as it is shown now, one line for each rule. */
export async function violationsOf(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axe.source)
  return await page.evaluate(async (options) => {
    const { axe: there } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await there.run(document, options)
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((each) => each.target.join(' ')).join(' | ')}`,
    )
  }, OPTIONS)
}
