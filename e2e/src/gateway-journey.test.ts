import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { balanceOf, logIn } from '#api.ts'
import { type AtHome, atHome } from '#at-home.ts'
import { closePages, openBrowser, shoot } from '#browser.ts'
import { typeAmount } from '#pad.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Money comes in through the payment gateway, as a person with a phone does it. */

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let phone: AtHome
let token: string

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  token = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
  phone = await atHome(browser, { url: product.url, token })
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('from the wallet to the page of the provider, Pay, and back: the balance is there once', async () => {
  const { page } = phone
  await page.goto('/assets3')
  await page.getByRole('button', { name: 'Deposit' }).click()
  await page.getByRole('link', { name: /Payment gateway/ }).click()
  await page.waitForURL('**/BankRecharge')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please fill in the recharge amount').waitFor()
  await typeAmount(page, '120.5')
  await page.getByRole('button', { name: /^Payment method/ }).click()
  await page.getByRole('button', { name: 'bKash (TEST)' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please fill in the bKash/NAGAD account').waitFor()
  await page.getByLabel('bKash/NAGAD account').fill('01700000000')
  await page.getByRole('button', { name: 'Continue' }).click()
  const sheet = page.getByRole('dialog', { name: /^Deposit 120\.50/ })
  await sheet.getByText('Arrives in P2P').waitFor()
  await sheet.getByText('Test funds. Nothing here has real value.').waitFor()
  await shoot(page, 'gateway-01-receipt')
  await sheet.getByRole('button', { name: 'Go to the payment page' }).click()

  await page.waitForURL('**/checkout?**')
  await page.getByText('No money is asked for and none is taken.').waitFor()
  await shoot(page, 'gateway-02-provider')
  await page.getByRole('button', { name: 'Pay 120.50' }).click()

  await page.waitForURL('**/BankRecharge?**')
  await page.getByText('120.50 USDT is in your P2P wallet.').waitFor()
  await page.getByText('Pay Success').waitFor()
  await shoot(page, 'gateway-03-returned')
  expect(await inP2p()).toBe('120.50000000')
  // Looking at the way back again pays nothing again.
  await page.reload()
  await page.getByText('120.50 USDT is in your P2P wallet.').waitFor()
  expect(await inP2p()).toBe('120.50000000')
})

test('less than was asked for is credited and said; a cancelled one is Pay Fail', async () => {
  const { page } = phone
  await startPayment('100')
  await page.getByRole('button', { name: 'Pay less (50.00)' }).click()
  await page.getByText('50.00 USDT is in your P2P wallet.').waitFor()
  await page.getByText('50 of 100 arrived and was credited.').waitFor()
  expect(await inP2p()).toBe('170.50000000')

  await startPayment('30')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('Nothing was credited and nothing was taken.').waitFor()
  await page.getByText('Pay Fail').waitFor()
  expect(await inP2p()).toBe('170.50000000')
})

test('a link that names another call, and a result that nobody paid for, lead to nothing', async () => {
  const { page } = phone
  await page.goto('/BankRecharge?api=/pay/withdraw&code=bkash')
  await page.getByText('This link names a way to pay that this app does not have.').waitFor()
  await page.goto('/BankRecharge?result=paid&order=G000000000000000000000000')
  await page.getByText('Waiting for the word of the provider').waitFor()
  expect(await page.getByText('is in your P2P wallet').count()).toBe(0)
  expect(phone.complaints).toEqual([])
})

async function startPayment(amount: string): Promise<void> {
  const { page } = phone
  await page.goto('/BankRecharge?type=1&api=/pay/recharge&code=sandboxpay')
  await typeAmount(page, amount)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Go to the payment page' }).click()
  await page.waitForURL('**/checkout?**')
}

async function inP2p(): Promise<string> {
  return await balanceOf(product.url, token, { wallet: 'legal', coin: 'USDT' })
}
