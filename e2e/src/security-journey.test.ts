import { setTimeout } from 'node:timers/promises'

import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { codeFor, join, logIn, type Member } from '#api.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { codeNow, go, logInOnPage, openDesk } from '#console.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { proveByMail } from '#proof-sheet.ts'

/** What protects an account, set up and used in a browser that has an authenticator of its own. */

const COUNTRIES_LATE_MS = 2000

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
/** By name: a passkey belongs to a name, not to an address of digits. */
let url: string

beforeAll(async () => {
  product = await startProduct(dataDirectory, { BTBC_LIQUIDITY: '0' })
  url = product.url.replace('127.0.0.1', 'localhost')
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

async function phoneOf({ token, id }: Member) {
  return await openPhone(browser, { url, token, userId: id })
}

async function giveAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function confirmByCode(page: Page, mail: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it is you' })
  await sheet.getByLabel(/^Code sent to/).waitFor()
  await shoot(page, 'security-02-code')
  await proveByMail(page, { url: product.url, mail })
}

async function confirmByPasskey(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm it is you' })
  await sheet.getByRole('button', { name: 'Use passkey' }).click()
  await sheet.waitFor({ state: 'hidden' })
}

test('a key with an address list is confirmed by a sent code, shown once, and its uses are listed', async () => {
  const ada = await join(product.url, 'ada@example.test')
  const { page, complaints } = await phoneOf(ada)
  await page.goto('/security')
  await page.getByRole('heading', { name: 'Emergency' }).waitFor()
  await shoot(page, 'security-01-all')
  await page.getByRole('link', { name: /^API keys/ }).click()
  await page.getByText('You have no keys yet.').waitFor()
  await page.getByLabel('Name of the key').fill('desk')
  await page.getByLabel('Only from these IP addresses').fill('127.0.0.1, ::1')
  await page.getByRole('button', { name: 'Create key' }).click()
  await confirmByCode(page, ada.mail)
  const once = page.getByRole('group', { name: 'Keep both now. The secret is not shown again.' })
  await once.waitFor()
  // React hands over the focus after it has drawn.
  await expect.poll(() => once.evaluate((shown) => shown === document.activeElement)).toBe(true)
  const key = await page.locator('.select-all').first().textContent()
  await shoot(page, 'security-03-key')
  const used = await fetch(`${product.url}/api/v3/userDataStream`, {
    method: 'POST',
    headers: { 'x-mbx-apikey': key ?? '' },
  })
  expect(used.status).toBe(200)
  await page.reload()
  await page.getByText('127.0.0.1, ::1').waitFor()
  await page.getByText('POST /api/v3/userDataStream').waitFor()
  await page.getByText('Accepted').waitFor()
  await shoot(page, 'security-04-key-log')
  await page.getByRole('button', { name: 'Revoke key: desk' }).click()
  const sheet = page.getByRole('dialog', { name: 'Revoke key' })
  await sheet.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('You have no keys yet.').waitFor()
  expect(complaints).toEqual([])
})

test('a passkey is made and then confirms what follows: phrase, PIN, recovery codes, its own removal', async () => {
  const bea = await join(product.url, 'bea@example.test')
  const { context, page } = await phoneOf(bea)
  await giveAuthenticator(context, page)
  await page.goto('/security/recovery')
  await page.getByText('None', { exact: true }).waitFor()
  await page.goto('/security/passkeys')
  await page.getByLabel('Name of the passkey').fill('My phone')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await confirmByCode(page, bea.mail)
  await page.getByText('Keep these codes somewhere safe now.', { exact: false }).waitFor()
  await page.getByText('My phone').waitFor()
  await shoot(page, 'security-05-passkey')

  // Out, and in again with nothing typed.
  await page.goto('/Ucenter')
  await page.getByRole('main').getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click()
  await page.goto('/login')
  const byPasskey = page.getByRole('button', { name: 'Log in with a passkey' })
  await byPasskey.waitFor()
  await shoot(page, 'security-14-login')
  await byPasskey.click()
  await page.waitForURL(new URL('/', url).href)

  await page.goto('/security/phrase')
  await page.getByLabel('Your phrase').fill('blue heron')
  await page.getByRole('button', { name: 'Keep phrase' }).click()
  await confirmByPasskey(page)
  await page.getByRole('button', { name: 'Remove phrase' }).waitFor()

  await page.goto('/security/recovery')
  await page.getByText('10 left').waitFor()
  await page.getByRole('button', { name: 'Make new codes' }).click()
  await confirmByPasskey(page)
  await page.getByText('Keep these codes somewhere safe now.', { exact: false }).waitFor()
  await shoot(page, 'security-06-recovery')

  await page.goto('/security/pin')
  await page.getByLabel('New PIN', { exact: true }).fill('482913')
  await page.getByLabel('New PIN again', { exact: true }).fill('482913')
  await page.getByLabel('Account password', { exact: true }).fill('copper-kettle-42')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await confirmByPasskey(page)
  await page.getByRole('button', { name: 'Replace PIN' }).waitFor()
  await shoot(page, 'security-07-pin')

  await page.goto('/security/passkeys')
  await page.getByRole('button', { name: 'Remove passkey: My phone' }).click()
  await confirmByPasskey(page)
  await page.getByText('You have no passkeys yet.').waitFor()
  await page.goto('/security')
  await page.getByText(/^Withdrawals wait until/).waitFor()
  await shoot(page, 'security-08-held')
})

test('an operator adds a passkey with a code, comes back in by it alone, and takes it off by it', async () => {
  const { context, page, complaints } = await openDesk(browser, { url })
  await giveAuthenticator(context, page)
  await logInOnPage(page, product, 'olivia@btbc.test')
  await go(page, 'Passkeys')
  await page.getByLabel('Name of the passkey').fill('Desk')
  await page.getByLabel('Code of your authenticator').fill(codeNow(product, 'olivia@btbc.test', 1))
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Remove Desk' }).waitFor()
  await shoot(page, 'console-passkey')

  await page.getByRole('button', { name: 'Log out' }).last().click()
  const enter = page.getByRole('button', { name: 'Log in with a passkey' })
  await enter.waitFor()
  await shoot(page, 'console-passkey-login')
  await enter.click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await go(page, 'Passkeys')
  await page.getByRole('button', { name: 'Rename Desk' }).click()
  await page.getByLabel('Name of the passkey').first().fill('Old desk')
  await page.getByRole('button', { name: 'Keep the name' }).click()
  await page.getByRole('button', { name: 'Remove Old desk' }).click()
  await page.getByRole('button', { name: 'Remove this passkey' }).click()
  await page.getByText('You have no passkeys yet.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('who keeps to receivers they know does so at once, and stops a day after they said so', async () => {
  const fay = await join(product.url, 'fay@example.test')
  const { page, complaints } = await phoneOf(fay)
  await page.goto('/security')
  const known = page.getByRole('switch', { name: 'Withdraw to known receivers only' })
  await known.click()
  await expect.poll(() => known.isChecked()).toBe(true)
  await known.click()
  await confirmByCode(page, fay.mail)
  await page.getByText(/^Ends on/).waitFor()
  await shoot(page, 'security-15-known')
  await page.getByRole('button', { name: 'Keep it on' }).click()
  await expect.poll(() => known.isChecked()).toBe(true)
  expect(complaints).toEqual([])
})

test('mail and phone are changed with a code that went to the new one, and withdrawals wait', async () => {
  const eli = await join(product.url, 'eli@example.test')
  const { page, complaints } = await phoneOf(eli)
  await page.goto('/security')
  await page.getByRole('link', { name: /^Mail\s*e\*\*\*i@example\.test/ }).click()
  await page.getByText('Now: e***i@example.test').waitFor()
  await page.getByLabel('New mail address').fill('Eli.New@example.test')
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByText(/^Sent to eli\.new@example\.test/).waitFor()
  await page
    .getByLabel('Code', { exact: true })
    .fill(await codeFor(product.url, 'eli.new@example.test'))
  await shoot(page, 'security-11-mail')
  await page.getByRole('button', { name: 'Change mail address' }).click()
  await confirmByCode(page, eli.mail)
  await page.getByText('Now: e***w@example.test').waitFor()

  // The countries come late: a number that is typed before them would be one of no country.
  await page.route('**/api/countries*', async (route) => {
    await setTimeout(COUNTRIES_LATE_MS)
    await route.continue()
  })
  await page.goto('/security/phone')
  await page.getByLabel('New phone number').fill('139 0000 1111')
  await page.getByRole('button', { name: /^Send/ }).click()
  await page.getByText(/^Sent to \+8613900001111/).waitFor()
  await page.getByLabel('Code', { exact: true }).fill(await codeFor(product.url, '+8613900001111'))
  await shoot(page, 'security-12-phone')
  await page.getByRole('button', { name: 'Change phone number' }).click()
  await confirmByCode(page, 'eli.new@example.test')
  await page.getByText('Now: +86***1111').waitFor()
  await page.goto('/security')
  await page.getByText(/^Withdrawals wait until/).waitFor()
  await shoot(page, 'security-13-reached')
  expect(complaints).toEqual([])
})

test('one tap freezes the account, and the screen says until when', async () => {
  const cid = await join(product.url, 'cid@example.test')
  const { page, complaints } = await phoneOf(cid)
  // Who logged in last is who the owner is afraid of: the session before it is the owner's own.
  await logIn(product.url, 'cid@example.test', 'copper-kettle-42')
  await page.goto('/security')
  await page.getByRole('button', { name: 'Freeze account' }).click()
  const sheet = page.getByRole('dialog', { name: 'Freeze account' })
  await shoot(page, 'security-09-freeze')
  await sheet.getByRole('button', { name: 'Freeze now' }).click()
  await page.getByText(/^The account is frozen, and a login/).waitFor()
  expect(await page.getByRole('button', { name: 'Unfreeze account' }).count()).toBe(0)
  await shoot(page, 'security-10-frozen')
  expect(complaints).toEqual([])
})

test('who is left-handed has the ticket on the right and the book on the left', async () => {
  const dee = await join(product.url, 'dee@example.test')
  const { page } = await phoneOf(dee)
  const leftOfBook = async () => {
    await page.goto('/exchange')
    // Who has nothing to pay with is led to where something comes from.
    await page.getByRole('link', { name: 'Go to deposit' }).waitFor()
    const book = page.getByRole('region', { name: 'Order book' })
    await book.waitFor()
    return (await book.boundingBox())?.x ?? 0
  }
  expect(await leftOfBook()).toBeGreaterThan(195)
  await page.goto('/Ucenter')
  await page.getByRole('switch', { name: 'Left-handed exchange' }).click()
  expect(await leftOfBook()).toBeLessThan(195)
  await shoot(page, 'exchange-left-handed')
})
