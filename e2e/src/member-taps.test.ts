import { openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

import { call, logIn, ok } from '#api.ts'
import { atHome } from '#at-home.ts'
import { closePages, openBrowser, openPhone } from '#browser.ts'
import { goTo, settledIn } from '#going-on.ts'
import { told } from '#notices.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** What fingers, keyboards and input methods do to the screens, and what comes of it. */

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let token: string
let userId: number

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  userId = (await atHome(browser, { url, token })).userId
})
beforeEach(async () => await closePages(browser))
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

async function pageOf(path: string, language = 'en'): Promise<Page> {
  const { page } = await openPhone(browser, { url: product.url, token, userId, language })
  await page.goto(path)
  await settledIn(page)
  return page
}

/** Two taps of one finger at one place. */
async function tapTwice(page: Page, target: Locator, betweenMs: number): Promise<void> {
  await target.waitFor()
  const { x, y, width, height } = (await target.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  }
  const place = [x + width / 2, y + height / 2] as const
  await page.touchscreen.tap(...place)
  await page.waitForTimeout(betweenMs)
  await page.touchscreen.tap(...place)
}

test.each([
  ['reduce', 150],
  ['reduce', 350],
  ['no-preference', 150],
  ['no-preference', 350],
] as const)(
  'a second tap on the last button of a pad stays on the screen: motion %s, after %i ms',
  async (reducedMotion, betweenMs) => {
    const page = await pageOf('/transfer')
    await page.emulateMedia({ reducedMotion })
    await page.getByRole('button', { name: /^Amount/ }).click()
    const pad = page.getByRole('dialog', { name: 'Amount' })
    await pad.getByRole('button', { name: '7', exact: true }).click()
    await tapTwice(page, pad.getByRole('button', { name: 'Done' }), betweenMs)
    await pad.waitFor({ state: 'detached' })
    await settledIn(page)
    expect(new URL(page.url()).pathname).toBe('/transfer')
    // And a moment later the page answers to taps as ever.
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Wallet' })
      .click()
    await page.waitForURL((url) => url.pathname === '/assets3')
  },
)

test('a second tap on what places an order and on what cancels it stays on the screen', async () => {
  const page = await pageOf('/exchange')
  const input = page.getByRole('dialog').getByRole('textbox')
  await page.getByRole('button', { name: /^Price/ }).click()
  // The tick is a cent: what is beyond it is told of.
  await input.fill('30000.005')
  await page.getByText('No more decimals fit.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Amount/ }).click()
  await input.waitFor()
  await page.keyboard.type('0.001')
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Review buy order' }).click()
  await tapTwice(page, page.getByRole('button', { name: 'Buy 0.001 BTC' }), 300)
  await told(page, 'Order placed')
  await page.getByRole('button', { name: /^Cancel:/ }).click()
  await tapTwice(page, page.getByRole('button', { name: 'Cancel order' }), 300)
  await told(page, /^Cancelled/)
  expect(new URL(page.url()).pathname).toBe('/exchange')
})

/** What stands in the pad and what the form made of it, after it was put there by the hand of the case. */
async function typedIn(language: string, put: (page: Page) => Promise<void>) {
  const page = await pageOf('/transfer', language)
  const field = page.locator('main button[aria-haspopup=dialog]:has(.num)')
  await field.click()
  const input = page.getByRole('dialog').getByRole('textbox')
  await input.waitFor()
  await put(page)
  const shown = await input.inputValue()
  const said = (await page.getByRole('dialog').getByRole('status').first().innerText()).split('\n')
  await page.keyboard.press('Enter')
  await input.waitFor({ state: 'detached' })
  return { shown, said: said.filter(Boolean), kept: /[\d.,]+/.exec(await field.innerText())?.[0] }
}

const inserted = (text: string) => async (page: Page) => await page.keyboard.insertText(text)
const keyed = (text: string) => async (page: Page) => await page.keyboard.type(text)
const composed = (text: string) => async (page: Page) => {
  const session = await page.context().newCDPSession(page)
  for (let end = 1; end <= text.length; end += 1)
    await session.send('Input.imeSetComposition', {
      text: text.slice(0, end),
      selectionStart: end,
      selectionEnd: end,
    })
  await session.send('Input.insertText', { text })
}

test.each([
  ['jp', 'composed', '１．５', '1.5'],
  ['jp', 'composed', '1。5', '1.5'],
  ['jp', 'composed', '１，２３４．５', '1,234.5'],
  ['jp', 'inserted', '1,5', '1.5'],
  ['jp', 'keyed', '1,234.5', '1,234.5'],
  ['jp', 'keyed', '1234.5', '1,234.5'],
  ['spa', 'inserted', '1.5', '1,5'],
  ['spa', 'keyed', '1.234,5', '1.234,5'],
  ['spa', 'keyed', '1.5', '1,5'],
  ['spa', 'keyed', '1234,5', '1.234,5'],
] as const)('in %s, %s, %s is %s', async (language, how, text, amount) => {
  const put = { composed, inserted, keyed }[how](text)
  expect(await typedIn(language, put)).toMatchObject({ said: [], kept: amount })
})

test.each([
  ['spa', 'keyed', '1.234', ['1.234', '1,234']],
  ['jp', 'composed', '１，２３４', ['1,234', '1.234']],
] as const)(
  'in %s, %s, %s is asked and is nothing until then',
  async (language, how, text, readings) => {
    const put = { composed, keyed }[how](text)
    const { said, kept } = await typedIn(language, put)
    expect(said.slice(1)).toEqual(readings)
    expect(kept).toBe('0')
  },
)

test('a figure is not cut for the sake of a long label', async () => {
  const page = await pageOf('/trade', 'spa')
  await page.getByRole('button', { name: /^USDT por bloquear/ }).click()
  const input = page.getByRole('dialog').getByRole('textbox')
  await input.fill('1234567,89')
  expect(await input.inputValue()).toBe('1.234.567,89')
  expect(await input.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0)
})

test('a notice lies on nothing of the header, and what it does lie on can be tapped', async () => {
  const page = await pageOf('/share')
  await page.getByRole('button', { name: /^Copy/ }).first().click()
  const notice = page.locator('.toast:not([data-starting-style])').first()
  await notice.waitFor()
  const found = await notice.evaluate((toast) => {
    const { x, y, width, height } = toast.getBoundingClientRect()
    const under = document.elementFromPoint(x + width / 2, y + height / 2)
    return { y, isThrough: under !== null && !toast.contains(under) }
  })
  const header = await page.getByRole('banner').boundingBox()
  expect(found.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0))
  expect(found.isThrough).toBe(true)
})

/** What a thumb needs. */
const TAP_PX = 44

async function smallIn(page: Page): Promise<string[]> {
  return await page.evaluate((least) => {
    const found = document.querySelectorAll(
      'main :is(button, label:has(input), a):not([aria-label="Order book"] *)',
    )
    return [...found].flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      const isSmall = width > 0 && (width < least || height < least)
      return isSmall ? [`${each.textContent} ${width}x${height}`] : []
    })
  }, TAP_PX)
}

test.each(['/', '/Miner', '/Ucenter'])(
  'what is tapped on %s is as large as a thumb',
  async (path) => {
    expect(await smallIn(await pageOf(path))).toEqual([])
  },
)

test('what is tapped on the ticket, above the orders and to tick a right is as large as a thumb', async () => {
  const page = await pageOf('/exchange')
  for (const mode of ['Stop', 'Market', 'Limit']) {
    await page.getByRole('group', { name: 'Order type' }).getByText(mode).click()
    expect(await smallIn(page)).toEqual([])
  }
  await page.goto('/security/keys')
  const tick = page.locator('label:has([type=checkbox])').first()
  await tick.waitFor()
  expect((await tick.boundingBox())?.height).toBeGreaterThanOrEqual(TAP_PX)
})

const LARGE = '/ /exchange /chart /Info /Kefu /lab /recharge /buy /seller /kline /statement'.split(
  ' ',
)

test('with letters twice as large screens keep to the page, and the figure of the dial to its ring', async () => {
  const page = await pageOf('/')
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
  const ring = await page.locator('.meter').boundingBox()
  const figure = await page.locator('.meter-figure').boundingBox()
  expect(figure?.width).toBeLessThan((ring?.width ?? 0) * 0.8)
  const beyond: string[] = []
  for (const path of LARGE) {
    await goTo(page, path)
    const px = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return scrollWidth - clientWidth
    })
    if (px > 0) beyond.push(`${path} by ${px}`)
  }
  expect(beyond).toEqual([])
})

const STILL = '/ /notice /Miner /Ucenter /proof /detail /campaign /Kefu /info2'.split(' ')

test.each(STILL)('%s stands still while its parts arrive', async (screen) => {
  const path = screen === '/detail' ? `${screen}?id=${await dealOf(product.url)}` : screen
  const { page } = await openPhone(browser, { url: product.url, token, userId })
  // As far away as a server may be: parts that are asked for together do not arrive so.
  let late = 0
  await page.route('**/api/**', async (route) => {
    late = (late + 370) % 1000
    await new Promise((resolve) => setTimeout(resolve, 300 + late))
    await route.continue()
  })
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(globalThis, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const moved = entry.sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40))
        if (!entry.hadRecentInput) shifts.push({ value: entry.value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path)
  await settledIn(page)
  await page.waitForLoadState('networkidle')
  const shifts = await page.evaluate(
    () => (globalThis as { shifts?: { value: number }[] }).shifts ?? [],
  )
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect({ sum, shifts }).toMatchObject({ sum: expect.closeTo(0, 1) })
})

/** One that is to be paid. */
async function dealOf(url: string): Promise<number> {
  const order = { acc: '720', pay_way: 'bank' } as const
  const { rate } = ok(await call(url, quoteDeal, order, { token }))
  return ok(await call(url, openDeal, { ...order, rate }, { token }))
}

type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: { node?: Node }[]
}
