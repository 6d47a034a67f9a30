import type { Page } from 'playwright-core'

/** Types an amount into the pad of its field, by the keyboard that a phone may have as well. */
export async function typeAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^Amount/ }).click()
  const pad = page.getByRole('dialog', { name: 'Amount' })
  await pad.getByRole('button', { name: '1', exact: true }).waitFor()
  await page.keyboard.type(amount)
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
}
