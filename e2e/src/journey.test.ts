import { readProfile } from '@btbc/contract/account.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, call, logIn, ok } from '#api.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { told } from '#notices.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/**
 * The first journey as people make it: two strangers, two phones, nothing but what the screens offer.
 * Everything is found by its role and its words, as somebody who does not see it would.
 */

const HALF_DAY_S = 12 * 60 * 60
const PASSWORD = 'copper-kettle-42'

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let ada: Awaited<ReturnType<typeof openPhone>>
let bea: Awaited<ReturnType<typeof openPhone>>
let inviteLink = ''

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  ada = await openPhone(browser, { url })
  bea = await openPhone(browser, { url })
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('a stranger registers with a code that came by mail', async () => {
  const { page } = ada
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'A whole mining economy' }).waitFor()
  await shoot(page, 'journey-01-first-page')

  await page.getByRole('link', { name: 'Join' }).click()
  await register(page, { mail: 'ada@example.test', phone: '2025550143' })
  await shoot(page, 'journey-02-register')
  await page.getByRole('button', { name: 'Create account' }).click()
  await greet(page)
})

test('a start runs for a day, and the meter moves by what is mined', async () => {
  const { page } = ada
  await page.getByText('Uses 1 start, 7 left').waitFor()
  await page.getByRole('button', { name: 'Start 24 h run' }).click()
  await told(page, 'Start successful')
  const first = await mined(page)
  await expect.poll(() => mined(page)).toBeGreaterThan(first)
  await shoot(page, 'journey-04-running')

  await advance(product.url, HALF_DAY_S)
  await page.reload()
  // The clock runs on while we look: half of it, and less than an hour more.
  await expect.poll(() => mined(page)).toBeGreaterThanOrEqual(0.012)
  expect(await mined(page)).toBeLessThan(0.013)
  expect(await dial(page).getAttribute('aria-label')).toMatch(/^Run 50\s% complete, 0\.012/)
  await shoot(page, 'journey-05-half')

  await advance(product.url, HALF_DAY_S)
  await page.reload()
  await page.getByRole('button', { name: 'Start 24 h run' }).waitFor()
  await shoot(page, 'journey-06-ended')

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Assets' }).click()
  await page.getByRole('heading', { level: 1, name: 'My assets' }).waitFor()
  // 0.001 an hour, for a day: to the last unit what the start had promised.
  const unclaimed = page.getByRole('region', { name: 'Unclaimed BTBC' })
  await unclaimed.getByText('0.02400000 BTBC').waitFor()
  await shoot(page, 'journey-07-assets')
})

test('starts that cannot be paid are refused in words, before anything is sent', async () => {
  const { page } = ada
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Buy starts' })
  await sheet.getByRole('group', { name: 'Keypad' }).getByRole('button', { name: '3' }).click()
  await sheet.getByText('Not enough USDT. You have 0.00, this needs 3.00.').waitFor()
  const review = sheet.getByRole('button', { name: 'Review' })
  expect(await review.getAttribute('aria-disabled')).toBe('true')
  await shoot(page, 'journey-08-not-enough')
  await sheet.getByRole('link', { name: 'Go to deposit' }).click()
  await page.waitForURL((url) => url.pathname === '/recharge')
  await page.getByRole('banner').getByRole('button', { name: 'Back', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await sheet.waitFor({ state: 'detached' })
})

test('a friend joins by the link on the share screen and mines for a day', async () => {
  await ada.page.getByRole('link', { name: 'Invite', exact: true }).click()
  await ada.page.getByRole('img', { name: 'QR code of your invite link' }).waitFor()
  inviteLink = await ada.page.getByText(/^http\S+\/\?code=/).innerText()
  await shoot(ada.page, 'journey-09-share')

  const { page } = bea
  await page.goto(inviteLink)
  await page.getByText('a***a@example.test invites you.').waitFor()
  await page.getByRole('link', { name: 'Join' }).click()
  await register(page, { mail: 'bea@example.test', phone: '2025550144' })
  const invite = page.getByRole('textbox', { name: 'Invite code (optional)' })
  expect(await invite.inputValue()).toBe(new URL(inviteLink).searchParams.get('code'))
  await shoot(page, 'journey-10-invited')
  await page.getByRole('button', { name: 'Create account' }).click()
  await greet(page)
  await page.getByRole('button', { name: 'Start 24 h run' }).click()
  await told(page, 'Start successful')

  await advance(product.url, 2 * HALF_DAY_S)
  await page.reload()
  await page.getByRole('button', { name: 'Start 24 h run' }).waitFor()
})

test('the inviter has 7 starts more, and 10 % more power from the next run on', async () => {
  const { page } = ada
  await page.goto('/')
  await page.getByText('Uses 1 start, 13 left').waitFor()
  await page.getByRole('button', { name: 'Start 24 h run' }).click()
  await told(page, 'Start successful')
  const power = page.getByRole('button', { name: /^Power/ })
  await power.getByText('0.0011').waitFor()
  await power.getByText('1 direct +10 %').waitFor()
  await shoot(page, 'journey-11-power')

  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot(page, 'journey-12-team')
})

test('a newcomer buys USDT alone: the seller of the house is labelled, and answers by itself', async () => {
  const { page } = bea
  await page.getByRole('link', { name: 'Wallet', exact: true }).click()
  await page.getByRole('link', { name: 'Buy', exact: true }).click()
  await page.getByRole('button', { name: /^You pay/ }).click()
  const pad = page.getByRole('dialog', { name: 'You pay' })
  await pad.getByRole('button', { name: '1K', exact: true }).click()
  await pad.getByRole('button', { name: 'Done' }).click()
  await pad.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Bank card' }).click()
  await page.getByText('a simulated seller who answers by itself').waitFor()
  await page.getByRole('button', { name: 'Buy', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Buy USDT' })
  await sheet.getByText('A simulated seller of the house').waitFor()
  await sheet.getByRole('button', { name: 'Request a seller' }).click()
  await page.waitForURL(/\/detail\?id=\d+/)
  await page.getByRole('button', { name: 'Draw a sample picture' }).click()
  await page.getByText('Sent, and stamped TEST.').waitFor()
  await page.getByRole('button', { name: 'I have paid' }).click()
  const warned = page.getByRole('dialog', { name: 'I have paid' })
  await warned.getByRole('button', { name: 'I have paid' }).click()
  await page.getByText('Buyer paid, awaiting merchant').waitFor()
  await advance(product.url, 6)
  await page.getByText('the USDT are in your P2P wallet').waitFor()
  await shoot(page, 'journey-12-bought')
})

test('a language chosen before logging in is that of the account', async () => {
  const { url } = product
  const { page } = await openPhone(browser, { url })
  await page.goto('/login')
  await page.getByRole('banner').getByRole('button', { name: 'Language' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Español' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByLabel('Contraseña', { exact: true }).fill('btbc-test-1')
  await page.locator('input[name=username]').fill('alice@btbc.test')
  await page.keyboard.press('Enter')
  const token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const language = async () => ok(await call(url, readProfile, {}, { token })).lang
  await expect.poll(language).toBe('spa')
})

test('eight languages and both themes leave the member where they are', async () => {
  const { page } = ada
  await page.goto('/help')
  const headings = new Set<string>()
  for (const [name, tag] of [
    ['简体中文', 'zh-CN'],
    ['繁體中文（香港）', 'zh-HK'],
    ['日本語', 'ja'],
    ['한국어', 'ko'],
    ['Español', 'es'],
    ['Português (Brasil)', 'pt-BR'],
    ['বাংলা', 'bn-BD'],
    ['English', 'en'],
  ] as const) {
    // Its name changes with the language; it is the last button up there.
    await page.getByRole('banner').getByRole('button').last().click()
    await page.getByRole('dialog').getByRole('button', { name }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(tag)
    headings.add(await page.getByRole('heading', { level: 1 }).innerText())
    expect(new URL(page.url()).pathname).toBe('/help')
  }
  expect(headings.size).toBe(8)

  await page.goto('/Ucenter')
  for (const [theme, name] of [
    ['day', 'Day'],
    ['night', 'Night'],
  ] as const) {
    await page.getByRole('group', { name: 'Theme' }).getByText(name, { exact: true }).click()
    expect(await page.getByRole('radio', { name }).isChecked()).toBe(true)
    await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe(theme)
    expect(new URL(page.url()).pathname).toBe('/Ucenter')
    await shoot(page, `journey-13-account-${theme}`)
  }
})

test('logging out ends at the login screen, and nothing complained on the way', async () => {
  const { page } = ada
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.goto('/assets')
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  expect(ada.complaints).toEqual([])
  expect(bea.complaints).toEqual([])
})

/** Up to the last button, which the caller presses. */
async function register(page: Page, { mail, phone }: { mail: string; phone: string }) {
  await page.getByRole('textbox', { name: 'Mail address' }).fill(mail)
  await page.getByRole('checkbox', { name: /agree/ }).check()
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(`Sent to ${mail}.`).waitFor()
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill(await readCode(page, mail))
  await page.getByRole('textbox', { name: 'Phone' }).fill(phone)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD)
  await page.getByRole('textbox', { name: 'Repeat password' }).fill(PASSWORD)
}

/** From the page that stands for their mail program, in a tab of its own. */
async function readCode(page: Page, mail: string): Promise<string> {
  const inbox = await page.context().newPage()
  await inbox.goto(`/dev/inbox?to=${encodeURIComponent(mail)}`)
  const code = await inbox.getByRole('strong').first().innerText()
  await inbox.close()
  return code
}

/** The welcome, once: what a new member has received. */
async function greet(page: Page) {
  const welcome = page.getByRole('dialog', { name: 'Welcome to BTBC' })
  await welcome.getByText('50 BTBC', { exact: true }).waitFor()
  await welcome.getByText('7', { exact: true }).waitFor()
  await shoot(page, 'journey-03-welcome')
  await welcome.getByRole('button', { name: 'Go to my dial' }).click()
  await welcome.waitFor({ state: 'detached' })
}

function dial(page: Page) {
  return page.getByRole('img', { name: /^Run \d+\s% complete/ })
}

/** The figure in the middle of the dial. */
async function mined(page: Page): Promise<number> {
  const shown = await dial(page).innerText()
  return Number(/\d+\.\d{8}/.exec(shown.replaceAll(/\s/g, ''))?.[0] ?? Number.NaN)
}
