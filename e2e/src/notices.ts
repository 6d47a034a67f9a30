import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until a notice has said this on the page, though it may be gone again. */
export async function told(page: Page, text: string | RegExp): Promise<void> {
  const notices = async () => {
    const kept = await page.evaluate(() => (globalThis as { notices?: string[] }).notices ?? [])
    // A number and its coin stay on one line.
    return kept.map((each) => each.replaceAll(/\s/g, ' '))
  }
  await expect.poll(notices).toContainEqual(expect.stringMatching(text))
}
