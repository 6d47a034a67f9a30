import { proposePacket } from '@btbc/contract/operator/packet.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { closePages, openBrowser, shoot } from '#browser.ts'
import { agree, type Desk, enter, go, openDesk, operatorCall, sitDown } from '#console.ts'
import { told } from '#notices.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Where the keyboard is at the console: what Tab reaches first, and what keeps, takes and gets the focus. */

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let token: string
let omar: Desk

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  token = await enter(product, 'olivia@btbc.test')
  const packet = { code: 'KEYBOARD', currency: 3, budget: '10', shares: 2, hours: 24 }
  const terms = { split: 'equal', audience: 'all', reason: 'for the keyboard' } as const
  await operatorCall(product.url, proposePacket, { ...packet, ...terms }, token)
  omar = await sitDown(browser, product, 'omar@btbc.test')
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

const focused = (page: Page) => page.locator(':focus')
const isAt = async (page: Page, text: string | RegExp) =>
  await expect
    .poll(async () => await focused(page).allInnerTexts())
    .toContainEqual(expect.stringMatching(text))

test('the first Tab on a desk is the way past the menu', async () => {
  const { page, context } = await openDesk(browser, { url: product.url, token })
  await page.goto('/console/audit')
  await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor()
  await page.getByText(/^Session until/).waitFor()
  await page.keyboard.press('Tab')
  await isAt(page, 'Skip to content')
  await context.close()
})

test('the button of a row keeps the focus, and what it opens takes it and gives it back', async () => {
  const { page } = omar
  await go(page, 'Red packets')
  await agree(page, 'as we said')
  const end = page.getByRole('button', { name: 'End KEYBOARD' })
  await end.focus()
  // The list asks again.
  await page.waitForResponse((answer) => answer.url().includes('/operator/api/packets'))
  await page.waitForResponse((answer) => answer.url().includes('/operator/api/packets'))
  expect(await end.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await isAt(page, 'End KEYBOARD')
  await page.getByLabel('Why it ends early').waitFor()
  await shoot(page, 'console-keys-end')
  await page.keyboard.press('Escape')
  await page.getByLabel('Budget').waitFor()
  expect(await end.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('a note that is withdrawn leaves the focus among the notes, and a draft begins at its heading', async () => {
  const { page } = omar
  await page.goto('/console/users?id=100001')
  await isAt(page, /\S/)
  await page.getByLabel('Note for other operators; members never see it').fill('Spoke by phone.')
  await page.getByRole('button', { name: 'Keep it' }).press('Enter')
  await told(page, 'It is kept.')
  await page.getByText('Spoke by phone.', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter')
  const why = page.getByRole('listitem').getByLabel('Reason, for the audit log')
  await why.fill('it was another member')
  await why.press('Tab')
  await page.keyboard.press('Enter')
  await told(page, 'It is withdrawn.')
  await isAt(page, 'Notes and tags')

  await go(page, 'Content')
  await page.getByLabel('English title').fill('A pause')
  await page.getByRole('button', { name: 'Begin a draft' }).press('Enter')
  await isAt(page, /^Content: article \d+$/)
})

test('on a phone Escape closes the menu, and so does where one is already', async () => {
  const desk = await openDesk(browser, { url: product.url, token, phone: true, theme: 'day' })
  const { page, context } = desk
  await page.goto('/console/contacts')
  const change = page.getByRole('button', { name: /^Change / }).first()
  await change.press('Enter')
  await isAt(page, /^Change /)
  await shoot(page, 'console-keys-contact-on-a-phone')
  const menu = page.getByRole('button', { name: /^Menu/ })
  const list = page.getByRole('navigation', { name: 'Console' })
  await menu.press('Enter')
  await list.getByRole('link', { name: 'Contacts' }).press('Escape')
  await list.waitFor({ state: 'hidden' })
  await isAt(page, /^Menu/)
  await menu.press('Enter')
  await list.getByRole('link', { name: 'Contacts' }).press('Enter')
  await list.waitFor({ state: 'hidden' })
  await isAt(page, /^Menu/)
  expect(desk.complaints).toEqual([])
  await context.close()
})
