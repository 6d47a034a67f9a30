import axe from 'axe-core'
import type { Frame, Page } from 'playwright-core'

const PAGE: axe.RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // To describe what is right takes longer than to find what is not.
  resultTypes: ['violations'],
  // It would ask what is framed by messages to the page's own origin, which that does not have.
  iframes: false,
}
/** What is framed is looked at by itself: its headings and landmarks are the page's, and so is what is behind it. */
const FRAMED: axe.RunOptions = {
  ...PAGE,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  rules: { 'color-contrast': { enabled: false } },
}

/** All that day and night change. */
const COLOURS: axe.RunOptions = {
  ...PAGE,
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** What would keep somebody from telling its colours apart, where all else was looked at already. */
export async function coloursOf(page: Page): Promise<string[]> {
  return await violationsIn(page.mainFrame(), COLOURS)
}

/** What would keep somebody from using the page as it is shown now, one line for each rule. */
export async function violationsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const frame of page.frames()) {
    found.push(...(await violationsIn(frame, frame === page.mainFrame() ? PAGE : FRAMED)))
  }
  return found
}

async function violationsIn(frame: Frame, how: axe.RunOptions): Promise<string[]> {
  const isThere = await frame.evaluate(() => 'axe' in globalThis)
  if (!isThere) await frame.evaluate(axe.source)
  return await frame.evaluate(async (options) => {
    const { axe: there } = globalThis as unknown as { axe: typeof axe }
    const { violations } = await there.run(document, options)
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((each) => each.target.join(' ')).join(' | ')}`,
    )
  }, how)
}
