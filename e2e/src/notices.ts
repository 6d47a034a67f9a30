import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** What notices have said on the page, though they may be gone again. */
export async function noticesOn(page: Page): Promise<string[]> {
  const kept = await page.evaluate(() => (globalThis as { notices?: string[] }).notices ?? [])
  // A number and its coin stay on one line.
  return kept.map((each) => each.replaceAll(/\s/g, ' '))
}

/** Waits until a notice has said this. */
export async function told(page: Page, text: string | RegExp): Promise<void> {
  await expect.poll(() => noticesOn(page)).toContainEqual(expect.stringMatching(text))
}
