/** What the two sides of a deal do on their screens. */

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

import type { AtHome } from '#at-home.ts'
import { shoot } from '#browser.ts'
import type { NextCode } from '#factors.ts'
import { proveByCode } from '#proof-sheet.ts'
import { faultsOf } from '#screen-faults.ts'

export const TITLE_END = '- BTBC (TEST)'

export async function offer(page: Page): Promise<void> {
  await page.goto('/seller/offer')
  await page.getByRole('button', { name: /^Price of 1 USDT/ }).click()
  const pad = page.getByRole('dialog', { name: 'Price of 1 USDT' })
  await pad.getByRole('button', { name: 'Reference' }).click()
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
  await page.getByRole('checkbox', { name: 'Alipay' }).check()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await page.getByRole('button', { name: 'Publish the offer' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByText('Nobody has bought from you yet.').waitFor()
  await shoot(page, 'deal-01-desk-day')
}

/** Hidden and shown again, some of its stock taken back, and another price. */
export async function mind(page: Page): Promise<void> {
  const shown = page.getByRole('switch', { name: 'Shown to buyers' })
  await shown.click()
  await page.getByText('Paused', { exact: true }).waitFor()
  await shown.click()
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Take out' }).click()
  const sheet = page.getByRole('dialog', { name: 'Take out of the stock' })
  await sheet.getByRole('button', { name: '5', exact: true }).waitFor()
  await page.keyboard.type('50')
  await sheet.getByRole('button', { name: 'Review' }).click()
  await sheet.getByText('150.00 USDT').waitFor()
  await shoot(page, 'deal-01-take-out-day')
  await sheet.getByRole('button', { name: 'Take out 50.00 USDT' }).click()
  await sheet.getByRole('heading', { name: 'Moved' }).waitFor()
  await leave(sheet)
  await reprice(page, () => page.keyboard.type('5'))
  await page.getByText('7.25 CNY', { exact: true }).waitFor()
}

async function reprice(page: Page, change: (pad: Locator) => Promise<unknown>): Promise<void> {
  await page.getByRole('link', { name: 'Change' }).click()
  await page.getByRole('button', { name: /^Price of 1 USDT/ }).click()
  const pad = page.getByRole('dialog', { name: 'Price of 1 USDT' })
  await pad.getByRole('button', { name: '1', exact: true }).waitFor()
  await change(pad)
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
}

export async function buy(buyer: AtHome, seller: AtHome): Promise<void> {
  const { page } = buyer
  const screen = { path: '/buy', shot: 'deal-02-buy-night', titleEnd: TITLE_END }
  expect(await faultsOf(buyer, screen)).toEqual([])
  await page.getByText('Bank cards are not taken at the moment.').waitFor()
  await page.getByRole('button', { name: /^You pay/ }).click()
  const pad = page.getByRole('dialog', { name: 'You pay' })
  await pad.getByRole('button', { name: '1', exact: true }).waitFor()
  await page.keyboard.type('720')
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Alipay' }).click()
  await page.getByText('99.31 USDT').first().waitFor()
  await shoot(page, 'deal-02-chosen-night')
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Buy USDT' })
  await sheet.getByRole('button', { name: 'Request a seller' }).click()
  await sheet.getByText('Requesting a seller').waitFor()
  await shoot(page, 'deal-02-requesting-night')
  // Called off before it is sent, nothing is bought; nor at a price that is no longer the one shown.
  await sheet.getByRole('button', { name: 'Call it off' }).click()
  await reprice(seller.page, (prices) => prices.getByRole('button', { name: 'Reference' }).click())
  await sheet.getByRole('button', { name: 'Request a seller' }).click()
  await page.getByText('Price changed: 1 USDT is 7.20 CNY now.').waitFor()
  await page.getByText('100.00 USDT').first().waitFor()
  await shoot(page, 'deal-02-price-changed-night')
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  await sheet.getByRole('button', { name: 'Request a seller' }).click()
  await page.waitForURL(/\/detail\?id=\d+/)
  await page.getByText('Pay the seller, then mark it').waitFor()
}

/** What is held by a finger is pressed twice by the keyboard; then the code of the authenticator. */
export async function confirm(page: Page, nextCode: NextCode): Promise<void> {
  await page.getByRole('button', { name: 'The payment is there' }).click()
  const sheet = page.getByRole('dialog', { name: 'The payment is there' })
  const release = sheet.getByRole('button', { name: 'Release 100.00 USDT' })
  await release.press('Enter')
  await release.press('Enter')
  await page.getByRole('dialog', { name: 'Confirm it is you' }).waitFor()
  await shoot(page, 'deal-06-proof-day')
  await proveByCode(page, await nextCode())
  await sheet.getByRole('heading', { name: 'Released' }).waitFor()
  await shoot(page, 'deal-06-released-day')
  await leave(sheet)
  await page.getByText('the USDT went to the buyer').waitFor()
}

/** A receipt that has just come takes no press for a moment. */
export async function leave(sheet: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const done = sheet.getByRole('button', { name: 'Done' })
      await done.click({ timeout: 1000 }).catch(() => undefined)
      return await sheet.count()
    })
    .toBe(0)
}
