import { markWelcomeSeen } from '@btbc/contract/account.ts'
import { logOut } from '@btbc/contract/session.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { balanceOf, call, join, logIn, type Member, ok } from '#api.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Sessions that end elsewhere, second tabs, and networks that come and go. */

const ALICE = 'alice@btbc.test'
const PASSWORD = 'btbc-test-1'

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let friend: Member

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  friend = await join(product.url, 'friend@example.test')
  // It would lie over the home of a new member.
  ok(await call(product.url, markWelcomeSeen, {}, { token: friend.token }))
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

/** Alice's phone, with the session it has. */
async function openAlice(): Promise<{ context: BrowserContext; page: Page; token: string }> {
  const token = await logIn(product.url, ALICE, PASSWORD)
  ok(await call(product.url, markWelcomeSeen, {}, { token }))
  const { context, page } = await openPhone(browser, { url: product.url })
  await page.goto('/login')
  await page.evaluate((kept) => localStorage.setItem('token', kept), token)
  return { context, page, token }
}

test('two tabs never mix members: what one tab does to the session, the other follows', async () => {
  const { context, page } = await openAlice()
  const second = await context.newPage()
  await page.goto('/Ucenter')
  await second.goto('/assets3')
  await second.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()

  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await second.getByText('You logged out in another tab of this browser.').waitFor()
  await shoot(second, 'tabs-01-logged-out')

  await page.getByRole('textbox', { name: 'Account' }).fill(friend.mail)
  await page.getByRole('textbox', { name: 'Password' }).fill('copper-kettle-42')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('img', { name: /^Ready/ }).waitFor()
  await second.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  await second.goto('/Ucenter')
  await second.getByText('f***d@example.test').waitFor()
  await context.close()
})

test('who is logged out elsewhere is told why without touching anything, and comes back to where they were', async () => {
  const { context, page, token } = await openAlice()
  await page.goto('/security')
  await page.getByRole('link', { name: 'Fund PIN' }).waitFor()
  ok(await call(product.url, logOut, {}, { token }))
  await page.getByText('You were logged out:').waitFor()
  await shoot(page, 'tabs-02-ended')
  await page.getByRole('textbox', { name: 'Account' }).fill(ALICE)
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/security')
  await context.close()
})

test('without a network the last balances stay with their time, and are read again when it is back', async () => {
  const { context, page } = await openAlice()
  await page.goto('/assets3')
  const total = await page.getByRole('region', { name: 'Total' }).innerText()

  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  })
  await context.route('**/api/**', (route) => route.abort())
  await page.reload()
  await page.getByText('What you see is from').waitFor()
  expect(await page.getByRole('region', { name: 'Total' }).innerText()).toBe(total)
  await shoot(page, 'tabs-03-offline')

  await page.goto('/shop')
  const card = page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' })
  await card.waitFor()
  await context.unroute('**/api/**')
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
    dispatchEvent(new Event('online'))
  })
  await card.waitFor({ state: 'detached' })
  await context.close()
})

test("a screen that cannot be fetched takes nobody's page away; after a deploy it comes with the new app", async () => {
  const { context, page } = await openAlice()
  await page.goto('/security/pin')
  const pin = page.getByRole('textbox', { name: 'New PIN', exact: true })
  await pin.fill('1234')
  await comesToRest(page)
  const account = page.getByRole('banner').getByRole('link', { name: 'Account' })
  await context.route('**/*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/static/'))
  await account.hover()
  await failed
  expect(await pin.inputValue()).toBe('1234')
  await account.click()
  await page.getByText('The server cannot be reached.').waitFor()
  await context.unroute('**/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()

  await page.evaluate(() => {
    const now = performance.now.bind(performance)
    performance.now = () => now() + 60_000
  })
  let isGone = true
  page.once('load', () => (isGone = false))
  await context.route('**/static/WalletScreen-*.js', async (route) => {
    await (isGone ? route.fulfill({ status: 404 }) : route.continue())
  })
  await page.getByRole('link', { name: 'Wallet' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  expect(isGone).toBe(false)
  await context.close()
})

test('the mark stands whatever cannot be fetched, and the page where nobody waits for it', async () => {
  const { context, page } = await openAlice()
  const lost = Promise.withResolvers<void>()
  await context.route('**/static/{ToastRegion,UpdatePrompt}-*.js', async (route) => {
    await route.abort()
    lost.resolve()
  })
  await page.goto('/assets3')
  const wallet = page.getByRole('heading', { level: 1, name: 'Wallet' })
  await wallet.waitFor()
  await lost.promise
  await comesToRest(page)
  // What had failed would be drawn by then.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await wallet.isVisible()).toBe(true)
  await context.route('**/static/CloseButton-*.js', (route) => route.abort())
  await page.goto('/income')
  await page.getByText('The server cannot be reached.').waitFor()
  expect(await page.getByRole('note').isVisible()).toBe(true)
  await context.close()
})

test('a screen stands in its styles, whatever was missed when somebody came near it', async () => {
  const { context, page } = await openAlice()
  await page.goto('/Info')
  const market = page.getByRole('main').locator('a[href^="/exchange"]').first()
  await market.waitFor()
  await context.route('**/*.css', (route) => route.abort())
  await market.hover()
  await market.click()
  const desk = page.locator('.exchange-desk')
  await desk.waitFor()
  expect(await desk.evaluate((each) => getComputedStyle(each).display)).toBe('grid')
  await context.close()
})

test('money whose answer was lost is moved once, also by a page that was loaded anew, which says so', async () => {
  const { context, page, token } = await openAlice()
  const inSpot = async () =>
    Number(await balanceOf(product.url, token, { wallet: 'change', coin: 'USDT' }))
  const before = await inSpot()
  await context.route('**/api/wallet/change', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.goto('/transfer')
  await move(page)
  await page.getByText('The server cannot be reached.', { exact: false }).waitFor()
  await context.unroute('**/api/wallet/change')
  expect(await inSpot()).toBe(before - 5)

  await page.reload()
  await move(page)
  await page.getByRole('heading', { name: 'Moved' }).waitFor()
  await page.getByText('You had sent this a moment ago', { exact: false }).waitFor()
  await shoot(page, 'tabs-05-once')
  expect(await inSpot()).toBe(before - 5)

  await page.reload()
  await move(page)
  await page.getByRole('heading', { name: 'Moved' }).waitFor()
  expect(await page.getByText('You had sent this', { exact: false }).count()).toBe(0)
  expect(await inSpot()).toBe(before - 10)
  await context.close()
})

/** What the page fetches once nothing else happens is there. */
async function comesToRest(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['UpdatePrompt', 'ToastRegion', 'SheetDrawer'].every((each) =>
      fetched.some((name) => name.includes(each)),
    )
  })
}

/** Five USDT out of Spot, as the screen suggests it. */
async function move(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Amount/ }).click()
  const pad = page.getByRole('dialog', { name: 'Amount' })
  await pad.getByRole('button', { name: '1', exact: true }).waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('5')
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Review transfer' }).click()
  await page.getByRole('button', { name: 'Move 5.00 USDT' }).click()
}

test('the invite link is there before the server has answered, and never that of who was here before', async () => {
  const { context, page } = await openAlice()
  await page.goto('/share')
  const link = page.getByText(/^http\S+\/\?code=/)
  const hers = await link.innerText()
  await context.route('**/api/user/info*', (route) => route.abort())
  await page.reload()
  expect(await link.innerText()).toBe(hers)

  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('textbox', { name: 'Account' }).fill(friend.mail)
  await page.getByRole('textbox', { name: 'Password' }).fill('copper-kettle-42')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForFunction(() => localStorage.getItem('token') !== null)
  await page.goto('/share')
  await page.getByRole('alert').filter({ hasText: 'The server cannot be reached.' }).waitFor()
  expect(await link.count()).toBe(0)
  await context.unroute('**/api/user/info*')
  await page.reload()
  await link.waitFor()
  expect(await link.innerText()).not.toBe(hers)
  await context.close()
})

test('an easy PIN is refused before a code is sent for it', async () => {
  const { context, page } = await openAlice()
  await page.goto('/security/pin')
  await page.getByRole('textbox', { name: 'New PIN', exact: true }).fill('123456')
  await page.getByRole('textbox', { name: 'New PIN again' }).fill('123456')
  await page.getByRole('textbox', { name: 'Account password' }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await page.getByText('This PIN is easy to guess').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await context.close()
})

test('a refusal that is on screen follows a change of language', async () => {
  const { context, page } = await openPhone(browser, { url: product.url })
  await page.goto('/login')
  await page.getByRole('textbox', { name: 'Account' }).fill(ALICE)
  await page.getByRole('textbox', { name: 'Password' }).fill('not-this-one-1')
  await page.getByRole('button', { name: 'Log in' }).click()
  const main = page.getByRole('main')
  await main.getByText('The account or the password is wrong.').waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Language' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click()
  await main.getByText('La cuenta o la contraseña', { exact: false }).waitFor()
  expect(await main.getByText('The account or the password is wrong.').count()).toBe(0)
  await context.close()
})

test('covered amounts are covered on every list of balances, and records have six filters', async () => {
  const { context, page } = await openAlice()
  await page.goto('/assets3')
  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await page.goto('/assets')
  const balances = page.getByRole('region', { name: 'Balances' })
  await balances.getByText('hidden').first().waitFor()
  expect(await balances.innerText()).not.toMatch(/\d\.\d/)
  await page.goto('/income')
  await page.getByRole('button', { name: /Show/ }).click()
  const choices = page.getByRole('dialog').getByRole('group').getByRole('button')
  await choices.first().waitFor()
  expect(await choices.allInnerTexts()).toEqual([
    'All',
    'Deposits',
    'Mining',
    'Withdrawals',
    'Trades',
    'Starts',
  ])
  await choices.nth(4).click()
  await page.waitForURL((url) => url.search === '?t=4')
  await context.close()
})

test('the page keeps its mark and its frame until there is a screen to show', async () => {
  const token = await logIn(product.url, ALICE, PASSWORD)
  const { context, page } = await openPhone(browser, { url: product.url, token })
  const isAsked = Promise.withResolvers<void>()
  const answers = Promise.withResolvers<void>()
  await context.route('**/api/user/info*', async (route) => {
    isAsked.resolve()
    await answers.promise
    await route.continue()
  })
  await page.goto('/assets3')
  await isAsked.promise
  // Looked at now, and not waited for: the screen would bring them as well.
  expect(await page.getByRole('note').isVisible()).toBe(true)
  expect(await page.getByText('BTBC', { exact: true }).isVisible()).toBe(true)
  answers.resolve()
  await page.getByRole('heading', { level: 1, name: 'Wallet' }).waitFor()
  await context.close()
})

test('the page shows its mark and its frame before the app has come', async () => {
  const { context, page } = await openPhone(browser, { url: product.url, language: 'zh' })
  await context.route('**/*.js', (route) => route.abort())
  await page.goto('/')
  await page.getByRole('note').getByText('测试资金 — 无真实价值').waitFor()
  await page.getByText('BTBC', { exact: true }).waitFor()
  await shoot(page, 'tabs-04-frame')
  await context.close()
})
