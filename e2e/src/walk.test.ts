import { resolve } from 'node:path'

import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { codeFor, logIn } from '#api.ts'
import { atHome } from '#at-home.ts'
import { closePages, openBrowser, openPhone, PHONE } from '#browser.ts'
import { goTo, settledIn } from '#going-on.ts'
import { talkAtLength } from '#members.ts'
import { noticesOn } from '#notices.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { MEMBER_SCREENS } from '#screens.ts'

/** From home by taps alone: what has no way in is a screen nobody will see. */

/**
 * No tap of this member leads there: mistakes, links of other clients, codes for a lost device, and
 * what only sellers and members with a deal have (the journey of a deal goes there).
 */
const NO_WAY_IN = new Set([
  '/no/such/page',
  '/detail?id=1',
  '/seller/offer',
  '/BankWithdrawal?code=anyonecard',
  '/security/recovery',
])

/** Buttons whose sheet is a way on. */
const SHEETS: Readonly<Record<string, string>> = { '/assets3': 'Deposit' }

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let page: Page

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  const alice = await atHome(browser, {
    url,
    token: await logIn(url, 'alice@btbc.test', 'btbc-test-1'),
  })
  page = alice.page
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('every screen is reached from home by taps, and back leads to where one was', async () => {
  const wanted = MEMBER_SCREENS.filter((each) => !NO_WAY_IN.has(each)).map(nameOf)
  const missing = () => wanted.filter((each) => !met.has(each))
  const wrongBacks: string[] = []
  await goTo(page, '/')
  const met = new Map<string, Screen>([['/', { href: '/', leadsTo: wanted }]])
  for (const [here, { href, leadsTo }] of met) {
    if (missing().length === 0) break
    // Its links were seen when it was met: it is opened once more only for what nobody has been to.
    if (leadsTo.every((each) => met.has(each))) continue
    await returnTo(here, href)
    for (const way of await waysOnFrom(here)) {
      if (met.has(way.screen)) continue
      await returnTo(here, href)
      met.set(way.screen, await tap(way))
      const arrived = await back(way.screen)
      if (arrived !== here) wrongBacks.push(`${here} > ${way.screen} > ${arrived}`)
    }
  }
  expect(missing()).toEqual([])
  expect(wrongBacks).toEqual([])
}, 300_000)

test('a message waits for the picture that goes with it', async () => {
  await goTo(page, '/feedback/new')
  const waits = page.getByText('Wait until the picture has been sent.')
  const arrives = Promise.withResolvers<void>()
  await page.route('**/api/upload', async (route) => {
    await arrives.promise
    await route.continue()
  })
  await page.getByText('Add pictures').click()
  const picture = resolve(import.meta.dirname, '../../docs/screens.png')
  await page.locator('input[type=file]').setInputFiles(picture)
  await waits.waitFor()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  expect(await send.getAttribute('aria-disabled')).toBe('true')
  arrives.resolve()
  await page.getByText('Picture 2 of 4').waitFor()
  await waits.waitFor({ state: 'detached' })
  await page.unroute('**/api/upload')
})

test('a feedback opens at its last message, and whoever asks for earlier ones goes on upwards from there', async () => {
  const token = await logIn(product.url, 'bob@btbc.test', 'btbc-test-1')
  const id = await talkAtLength(product, token, 60)
  const { page: tab, context } = await openPhone(browser, { url: product.url, token })
  await tab.goto(`/feedback?id=${id}`)
  const isSeen = async (text: string) => {
    const { y = -1 } = (await tab.getByText(text, { exact: true }).boundingBox()) ?? {}
    return y > 0 && y < PHONE.height
  }
  await expect.poll(() => isSeen('Message 60')).toBe(true)
  await tab.getByRole('button', { name: 'Show earlier messages' }).click()
  await expect.poll(() => isSeen('Message 10')).toBe(true)
  expect(await isSeen('Message 11')).toBe(true)
  expect(await tab.getByText('Is my output lost?').count()).toBe(1)
  await context.close()
})

test('a screen that was opened by its address has its back one step up', async () => {
  const tab = await page.context().newPage()
  await tab.goto('/security/pin')
  for (const up of ['/security', '/Ucenter', '/']) {
    await tab.getByRole('banner').getByRole('button', { name: 'Back', exact: true }).click()
    await tab.waitForURL((url) => url.pathname === up)
  }
  await tab.close()
})

test('a phone number to be added is of the country of the member, until another is chosen', async () => {
  await goTo(page, '/security/phone')
  await page.getByRole('button', { name: 'Add phone number' }).waitFor()
  await page.getByText('United Kingdom +44').waitFor()
  // There is none yet that could be an old one.
  await page.getByText('A message about it goes to the address you have now.').waitFor()
})

test('who is no seller is told who makes offers', async () => {
  await goTo(page, '/seller/offer')
  await page.getByText('Offers are made by sellers. You can ask to become one.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Selling USDT' }).click()
  await page.getByRole('button', { name: 'Ask to sell' }).waitFor()
})

test('a stranger looks around: the figures, the book, the proof, and a sample account', async () => {
  const { page: tab, context, complaints } = await openPhone(browser, { url: product.url })
  await tab.goto('/')
  const figures = tab.getByRole('region', { name: 'Figures from the books' })
  await figures.getByText('6 of 6').waitFor()
  await tab.getByRole('link', { name: 'The market' }).click()
  await tab.getByRole('link', { name: /^BTC\/USDT/ }).click()
  await tab.getByRole('list', { name: 'Offers to buy' }).waitFor()
  await tab.getByText('You are looking on without an account.').waitFor()
  await tab.getByRole('link', { name: 'Home' }).click()
  await tab.getByRole('link', { name: 'The proof' }).click()
  await tab.getByRole('heading', { name: 'USDT' }).waitFor()
  await tab.getByRole('link', { name: /^The lab/ }).click()
  await tab.getByText(/^Fails on day/).waitFor()
  await tab.getByRole('slider', { name: 'Of them lock' }).press('Home')
  await tab.getByText(/^Still pays/).waitFor()
  await tab.getByRole('link', { name: 'Home' }).click()
  await context.setOffline(true)
  await tab.getByRole('status').getByText('You are offline.').waitFor()
  await figures.waitFor()
  await context.setOffline(false)
  await tab.getByRole('button', { name: 'Look around as Alice' }).click()
  await tab.getByRole('link', { name: 'Account', exact: true }).waitFor()
  expect(new URL(tab.url()).pathname).toBe('/')
  expect(complaints).toEqual([])
  await context.close()
})

test('a registration keeps its form, its invite and its step over the terms and back', async () => {
  const { page: tab, context } = await openPhone(browser, { url: product.url })
  await tab.goto('/register?code=ABCD2345')
  const mail = tab.getByRole('textbox', { name: 'Mail address' })
  await mail.fill('walker@example.test')
  await tab.getByRole('link', { name: 'Read the terms of use' }).click()
  await tab.getByRole('heading', { level: 1, name: /^Terms/ }).waitFor()
  await tab.getByRole('banner').getByRole('button', { name: 'Back', exact: true }).click()
  await mail.waitFor()
  expect(await mail.inputValue()).toBe('walker@example.test')
  expect(new URL(tab.url()).search).toBe('?code=ABCD2345')

  await tab.getByRole('checkbox', { name: /agree/ }).check()
  await tab.getByRole('button', { name: 'Send code' }).click()
  await tab.getByText('Sent to walker@example.test.').waitFor()
  await tab
    .getByRole('textbox', { name: 'Code', exact: true })
    .fill(await codeFor(product.url, 'walker@example.test'))
  // A number that nobody can have is refused here, at its field and nowhere else: by the app the first, by the server the second.
  const phone = tab.getByRole('textbox', { name: 'Phone' })
  for (const number of ['12', '20255501']) {
    await phone.fill(number)
    await tab.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => phone.getAttribute('aria-invalid')).toBe('true')
    expect(await tab.getByText('not a phone number of the chosen country').count()).toBe(1)
  }
  await expect.poll(() => noticesOn(tab)).toEqual(['send success'])
  await phone.fill('2025550177')
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.getByRole('textbox', { name: 'Repeat password' }).waitFor()
  await expect.poll(() => tab.evaluate(() => history.state.covers)).toBe(1)
  await tab.goBack()
  await mail.waitFor()
  expect(new URL(tab.url()).pathname).toBe('/register')
  await context.close()
})

test('the account, with security, depositing and withdrawing, is one tap from everywhere', async () => {
  for (const here of [
    '/',
    '/Info',
    '/exchange',
    '/assets3',
    '/assets',
    '/security/pin',
    '/notice',
  ]) {
    await goTo(page, here)
    await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
    await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
    const main = page.getByRole('main')
    for (const name of ['Security', 'Deposit', 'Withdraw'])
      await main.getByRole('link', { name, exact: true }).waitFor()
  }
})

/** A way on from the screen that is open; `opener` names the button of the sheet it stands in. */
type Way = { screen: string; href: string; opener: string | undefined }

/** A screen that was met at this address, and the screens that it leads to. */
type Screen = { href: string; leadsTo: readonly string[] }

async function returnTo(screen: string, href: string): Promise<void> {
  if (nameOf(addressOf(page)) !== screen) await goTo(page, href)
}

/** The ways on that the screen shows which is open, and those in its sheet. */
async function waysOnFrom(here: string): Promise<Way[]> {
  const ways = await waysWithin('header a, main a, nav a', undefined)
  const opener = SHEETS[here]
  if (opener === undefined) return ways
  await page.getByRole('main').getByRole('button', { name: opener, exact: true }).click()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
  ways.push(...(await waysWithin('[role=dialog] a', opener)))
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // Its entry in the history is left a moment later, and whoever goes on before is taken back.
  await expect.poll(() => page.evaluate(() => history.state.covers)).toBeUndefined()
  return ways
}

async function waysWithin(links: string, opener: string | undefined): Promise<Way[]> {
  const hrefs = await page
    .locator(links)
    .evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''))
  return hrefs
    .map((href) => ({ screen: nameOf(href), href, opener }))
    .filter(({ screen }) => screen !== '')
}

/** Taps the link, and looks around where it leads. */
async function tap({ href, screen, opener }: Way): Promise<Screen> {
  const main = page.getByRole('main')
  if (opener !== undefined) await main.getByRole('button', { name: opener, exact: true }).click()
  const scope = opener === undefined ? page : page.getByRole('dialog')
  await scope.locator(`a[href="${href}"]`).first().click()
  await page.waitForURL((url) => nameOf(url.pathname + url.search) === screen)
  await settledIn(page)
  const ways = await waysOnFrom(screen)
  return { href, leadsTo: ways.map((way) => way.screen) }
}

/** Taps the arrow, or the cross of a dialog; answers where that leads. */
async function back(screen: string): Promise<string> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^(Back|Close)$/ })
    .click()
  await page.waitForURL((url) => nameOf(url.pathname + url.search) !== screen)
  await settledIn(page)
  return nameOf(addressOf(page))
}

function addressOf(opened: Page): string {
  const url = new URL(opened.url())
  return url.pathname + url.search
}

/** One name a screen: what only chooses within it is left out, and '' is not a screen of ours. */
function nameOf(href: string): string {
  if (!href.startsWith('/') || /^\/(docs|dev|console|media|openapi)\b|\.mjs$/.test(href)) return ''
  const url = new URL(href, product.url)
  const from = url.searchParams.get('from')
  const path = url.pathname.replace(/^\/(notice|Info)\/.+/, '/$1/1')
  return from === null ? path : `${path}?from=${from}`
}
