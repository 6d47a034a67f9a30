import type { Browser, Locator, Page, WebSocketRoute } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { logIn } from '#api.ts'
import { type AtHome, atHome } from '#at-home.ts'
import { closePages, openBrowser, PHONE, shoot } from '#browser.ts'
import { told } from '#notices.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Two members trade with each other, each on a phone of their own, by what the screens offer. */

/** At which they trade, as the screens write it. */
const price = '60,123.45'

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let alice: AtHome
let bob: AtHome

beforeAll(async () => {
  // Without the house: the two are alone in the market.
  product = await startProduct(dataDirectory, { BTBC_LIQUIDITY: '0' })
  browser = await openBrowser()
  alice = await phoneOf('alice@btbc.test')
  bob = await phoneOf('bob@btbc.test')
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('a limit order is reviewed to the last unit, placed, and waits in the list', async () => {
  const { page } = alice
  await page.goto('/')
  await page.getByRole('link', { name: 'Exchange', exact: true }).click()
  await page.getByRole('region', { name: 'Order book' }).waitFor()
  const tabs = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]')
  expect(await tabs.allInnerTexts()).toEqual(['Market'])
  const review = page.getByRole('button', { name: 'Review buy order' })
  expect(await review.getAttribute('aria-disabled')).toBe('true')
  await page.getByText('Enter how much to buy.').waitFor()

  await typePrice(page, '60123.45')
  await tapAmount(page, '0.01')
  await review.click()
  const sheet = page.getByRole('dialog', { name: 'Confirm buy' })
  await sheet.getByText('Test funds. Nothing here has real value.').waitFor()
  await sheet.getByText(`${price} USDT`).waitFor()
  await sheet.getByText('0.00999 BTC').waitFor()
  await shoot(page, 'exchange-01-confirm')
  await sheet.getByRole('button', { name: 'Buy 0.01 BTC' }).click()
  await told(page, 'Order placed')
  await page.getByText(`0.01 BTC at ${price}`).waitFor()
  await shoot(page, 'exchange-02-open')
})

test('somebody else sees it in the book and sells into it at the market', async () => {
  const { page } = bob
  await page.goto('/exchange')
  const bids = page.getByRole('list', { name: 'Offers to buy' })
  await bids.getByRole('button', { name: `${price} 0.01000` }).waitFor()
  await page.getByRole('group', { name: 'Buy or sell' }).getByText('Sell', { exact: true }).click()
  await page.getByRole('group', { name: 'Order type' }).getByText('Market').click()
  await page.getByText(`Best market price, about ${price}`).waitFor()
  await tapAmount(page, '0.01')
  await shoot(page, 'exchange-03-sell')
  await page.getByRole('button', { name: 'Review sell order' }).click()
  const sheet = page.getByRole('dialog', { name: 'Confirm sell' })
  await sheet.getByRole('button', { name: 'Sell 0.01 BTC' }).click()
  await told(page, `Sold 0.01 BTC at ${price}`)
})

test('both are told, and both find it in their history', async () => {
  await told(alice.page, 'Your buy order in BTC/USDT is filled')
  await alice.page.getByText('No open orders.', { exact: false }).waitFor()
  for (const { page } of [alice, bob]) {
    await page.getByRole('tab', { name: 'History' }).click()
    const history = page.getByRole('tabpanel', { name: 'History' })
    await history.getByText('Filled 0.01 of 0.01 BTC').waitFor()
    await history.getByText(`Average ${price} USDT`, { exact: false }).waitFor()
  }
  await shoot(alice.page, 'exchange-04-history')
})

test('an order is cancelled after its sheet has said what that releases', async () => {
  const { page } = alice
  await page.getByRole('tab', { name: 'Open orders' }).click()
  await tapAmount(page, '0.002')
  await page.getByRole('button', { name: 'Review buy order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy 0.002 BTC' }).click()
  await page.getByText(`0.002 BTC at ${price}`).waitFor()
  await page.getByRole('button', { name: /^Cancel:/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Cancel this order?' })
  await sheet.getByText('Available again').waitFor()
  await shoot(page, 'exchange-05-cancel')
  await sheet.getByRole('button', { name: 'Cancel order' }).click()
  await told(page, /^Cancelled\. 120\.24\sUSDT are available again$/)
  await page.getByText('No open orders.', { exact: false }).waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('tabpanel').getByText('Cancelled', { exact: true }).waitFor()
})

test('a stop says at which price it starts, also when it is cancelled and once it is gone', async () => {
  const { page } = alice
  await page.getByRole('tab', { name: 'Open orders' }).click()
  await page.getByRole('group', { name: 'Order type' }).getByText('Stop').click()
  const reason = await page.getByText('Enter a stop price.').boundingBox()
  const main = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect((reason?.y ?? 0) + (reason?.height ?? 0)).toBeLessThan(main?.y ?? 0)
  await typePrice(page, '65000', 'Stop price')
  await typePrice(page, '65100')
  await tapAmount(page, '0.003')
  await page.getByRole('button', { name: 'Review buy order' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Buy 0.003 BTC' }).click()
  await page.getByText('Starts when the price is 65,000.00 or higher').waitFor()
  await page.getByRole('button', { name: /^Cancel:/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Cancel this order?' })
  await sheet.getByText('65,000.00 USDT').waitFor()
  await shoot(page, 'exchange-05-cancel-stop')
  await sheet.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByText('No open orders.', { exact: false }).waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText(/^Stop price 65,000\.00\sUSDT · Price 65,100\.00\sUSDT$/).waitFor()
  await page.getByRole('group', { name: 'Order type' }).getByText('Limit').click()
})

test('all orders are saved as a file', async () => {
  const file = await fileOf(alice.page, 'Save all orders as CSV')
  expect(file.split('\r\n')).toHaveLength(5)
  expect(file).toMatch(/,BTC\/USDT,buy,limit,.*,cancelled\r\n.*,BTC\/USDT,buy,limit,.*,filled\r\n$/)
})

test('each trade is listed with its fee, and all are saved as a file', async () => {
  const [hers, his] = [alice, bob].map(({ page }) => page.getByRole('tabpanel', { name: 'Trades' }))
  for (const { page } of [alice, bob]) await page.getByRole('tab', { name: 'Trades' }).click()
  // Until the list is fetched the one before it may stand there.
  await hers?.getByText('Maker').waitFor()
  await hers?.getByText('Buy BTC/USDT').waitFor()
  await hers?.getByText(`0.01 BTC at ${price}`).waitFor()
  await hers?.getByText(/^Value 601\.23\sUSDT · Fee 0\.00001\sBTC$/).waitFor()
  await his?.getByText('Taker').waitFor()
  await his?.getByText('Sell BTC/USDT').waitFor()
  await his?.getByText(/Fee 0\.60\sUSDT$/).waitFor()
  await shoot(alice.page, 'exchange-08-trades')
  const file = await fileOf(alice.page, 'Save all trades as CSV')
  expect(file).toMatch(
    /^id,order_id,create_time,[a-z_,]+\r\n1,\d+,[^,]+Z,BTC\/USDT,buy,maker,60123\.45000000,0\.01000000,601\.23450000,0\.00001000,BTC\r\n$/,
  )
})

test('when the line is lost the book keeps its old prices, says so, and market orders wait', async () => {
  const { page } = bob
  let line: WebSocketRoute | undefined
  let isCut = false
  await page.routeWebSocket(/\/live$/, async (socket) => {
    if (isCut) return await socket.close()
    socket.connectToServer()
    line = socket
  })
  await page.reload()
  const book = page.getByRole('region', { name: 'Order book' })
  await book.getByText('Nobody sells now').waitFor()
  isCut = true
  await line?.close()
  await page.getByText(/^Reconnecting, prices from/).waitFor()
  await book.waitFor()
  await page.getByRole('group', { name: 'Order type' }).getByText('Market').click()
  await page.getByText('Market orders wait until prices move again.', { exact: false }).waitFor()
  await shoot(page, 'exchange-06-lost')
  isCut = false
  await page.getByText(/^Reconnecting, prices from/).waitFor({ state: 'detached' })
})

test('on a desk the header is as wide as what it stands over', async () => {
  const { page } = alice
  await page.setViewportSize({ width: 1440, height: 900 })
  const spanOf = async (what: Locator) => {
    const box = await what.boundingBox()
    return [box?.x ?? 0, (box?.x ?? 0) + (box?.width ?? 0)] as const
  }
  const header = page.getByRole('banner')
  // Styles follow the new width with the next frame.
  await expect.poll(() => spanOf(header).then(([, to]) => to)).toBeGreaterThan(1000)
  const [from, to] = await spanOf(header)
  const [left] = await spanOf(page.getByRole('region', { name: 'Order book' }))
  const [, right] = await spanOf(page.getByRole('button', { name: 'Review buy order' }))
  expect(from).toBeLessThan(left)
  expect(to).toBeGreaterThan(right)
  expect(to - right).toBeLessThan(32)
  await shoot(page, 'exchange-06-desk')
  await page.setViewportSize(PHONE)
})

test('the chart is one press away, and ends with its own ticket', async () => {
  const { page } = alice
  await page.getByRole('link', { name: 'Chart' }).click()
  await page.getByRole('heading', { level: 1, name: 'Chart' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/chart')
  await page.getByRole('img', { name: /offered near the price/ }).waitFor()
  await shoot(page, 'exchange-07-chart')
  await page.getByRole('link', { name: 'Sell BTC' }).click()
  await page.getByRole('button', { name: 'Review sell order' }).waitFor()
  // As the seeds' client opens it.
  await page.goto('/kline?from=exchange')
  await page.getByRole('heading', { level: 1, name: 'Chart' }).waitFor()
})

test('the market tab opens a pair by key, and the list of pairs leads to its chart', async () => {
  const { page } = alice
  await page.getByRole('link', { name: 'Market', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Market' }).waitFor()
  await page.getByRole('link', { name: /^BTBC\/USDT/ }).waitFor()
  await page.getByRole('link', { name: 'Trade BTC/USDT' }).waitFor()
  // The pictures of the coins that the quotation names are there.
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLImageElement>('img[src^="/media/coin-"]')]
    return all.length === 3 && all.every((each) => each.naturalWidth > 0)
  })
  await page.getByRole('link', { name: /^BTBC\/USDT/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/exchange?currency=28')
  await page.getByRole('button', { name: 'BTBC/USDT' }).click()
  const pairs = page.getByRole('dialog', { name: 'Pairs' })
  await pairs.getByRole('button', { name: /^BNB\/USDT/ }).click()
  await page.waitForURL('**/exchange?currency=18')
  await page.reload()
  await page.getByRole('button', { name: 'BNB/USDT' }).click()
  await pairs.getByRole('link', { name: 'Chart of BTBC/USDT' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 2, name: 'BTBC/USDT' }).waitFor()
  expect(new URL(page.url()).search).toBe('?currency=28')
  await page.getByRole('link', { name: 'Buy BTBC' }).click()
  await page.getByRole('button', { name: 'BTBC/USDT' }).waitFor()
})

test('nothing complained on the way', () => {
  expect(alice.complaints).toEqual([])
  expect(bob.complaints).toEqual([])
})

async function phoneOf(mail: string) {
  const { url } = product
  return await atHome(browser, { url, token: await logIn(url, mail, 'btbc-test-1') })
}

async function fileOf(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const stream = await (await download).createReadStream()
  return (await stream.toArray()).join('')
}

async function typePrice(page: Page, typed: string, field = 'Price'): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${field}`) }).click()
  const pad = page.getByRole('dialog', { name: field })
  // A hardware keyboard works in the pad as well.
  await pad.getByRole('textbox', { name: field }).fill(typed)
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
}

async function tapAmount(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^Amount/ }).click()
  const pad = page.getByRole('dialog', { name: 'Amount' })
  const keys = pad.getByRole('group', { name: 'Keypad' })
  for (const key of amount) {
    await keys.getByRole('button', { name: key === '.' ? 'Decimal point' : key }).click()
  }
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
}
