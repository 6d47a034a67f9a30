import { readFileSync } from 'node:fs'

import { readStanding, setLanguage } from '@btbc/contract/account.ts'
import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { listWallets } from '@btbc/contract/wallet.ts'
import { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, call, logIn, ok, sendPicture } from '#api.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { logInOnPage, openDesk, type Operator } from '#console.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Two operators, each in a browser of their own. */

const DAY_MS = 86_400_000

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

/** No code of an authenticator opens the door twice: whoever was here comes back with their session. */
const tokens = new Map<Operator, string>()

async function sitDown(mail: Operator) {
  const token = tokens.get(mail)
  const desk = await openDesk(browser, { url: product.url, ...(token !== undefined && { token }) })
  if (token === undefined) {
    await logInOnPage(desk.page, product, mail)
    const kept = await desk.page.evaluate(() => sessionStorage.getItem('operator_token'))
    if (kept !== null) tokens.set(mail, kept)
  } else {
    await desk.page.goto('/console')
    await desk.page.getByRole('heading', { name: 'Overview' }).waitFor()
  }
  return desk
}

/** The overview leads to the same places by links of its own. */
function menuOf(page: Page) {
  return page.getByRole('navigation', { name: 'Console' })
}

async function usdtOf(token: string): Promise<string> {
  const wallets = ok(await call(product.url, listWallets, {}, { token }))
  const legal = wallets.legal_wallet.balance.find(({ currency }) => currency === 3)
  return legal?.legal_balance ?? '0.00000000'
}

async function accept(page: Page, reason: string, button: string): Promise<void> {
  await page.getByLabel('Reason, for the audit log').fill(reason)
  await page.getByRole('button', { name: button }).click()
}

test('a bank deposit is accepted by two operators; one alone cannot', async () => {
  const token = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
  const pic = await sendPicture(product.url, { token, purpose: 'voucher' })
  ok(
    await call(
      product.url,
      requestCredit,
      { currency: 32, account: '4111 2222 3333 6789', amount: '250', pic },
      { token },
    ),
  )
  const before = await usdtOf(token)

  const olivia = await sitDown('olivia@btbc.test')
  await menuOf(olivia.page)
    .getByRole('link', { name: /^Deposits/ })
    .click()
  await olivia.page.getByRole('button', { name: /250/ }).click()
  await olivia.page.getByRole('button', { name: 'View: Voucher' }).click()
  await olivia.page.getByRole('img', { name: 'Voucher' }).waitFor()
  // Without a reason nothing is decided.
  await olivia.page.getByRole('button', { name: 'Accept as the first of two' }).click()
  await olivia.page.getByText('Please give a reason').waitFor()
  await accept(olivia.page, 'the voucher matches', 'Accept as the first of two')
  await olivia.page.getByText('You accepted this first').waitFor()
  await shoot(olivia.page, 'console-journey-first-of-two')
  // Alone she gets no further, also when she presses again.
  await olivia.page.getByLabel('Reason, for the audit log').fill('and again')
  // The button says why it is held; a press all the same goes nowhere.
  await olivia.page.getByRole('button', { name: 'Accept as the second' }).click({ force: true })
  await olivia.page.reload()
  await olivia.page.getByText('You accepted this first').waitFor()
  expect(await usdtOf(token)).toBe(before)

  const omar = await sitDown('omar@btbc.test')
  await menuOf(omar.page)
    .getByRole('link', { name: /^Deposits/ })
    .click()
  await omar.page.getByRole('button', { name: /250/ }).waitFor()
  await omar.page.keyboard.press('j')
  await omar.page.getByText('Olivia accepted this').waitFor()
  await omar.page.keyboard.press('a')
  await omar.page.keyboard.type('I see it on the statement')
  await omar.page.getByRole('button', { name: 'Accept as the second' }).click()
  await omar.page.getByText('accepted', { exact: true }).waitFor()
  await shoot(omar.page, 'console-journey-accepted')
  expect(Number(await usdtOf(token)) - Number(before)).toBe(250)

  await menuOf(omar.page).getByRole('link', { name: 'Audit' }).click()
  await omar.page.getByText('in one unbroken chain').waitFor()
  await omar.page.getByRole('cell', { name: 'I see it on the statement' }).waitFor()
  await shoot(omar.page, 'console-journey-audit')
  expect([...olivia.complaints, ...omar.complaints]).toEqual([])
  await olivia.context.close()
  await omar.context.close()
})

test('a member writes to the house, an operator answers in their language, and it shows at once', async () => {
  const token = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
  ok(await call(product.url, setLanguage, { lang: 'spa' }, { token }))
  const phone = await openPhone(browser, { url: product.url, token, language: 'spa' })
  const { page } = phone
  await page.goto('/feedback')
  await page.getByLabel('Mensaje').fill('My deposit is not here.\nWhat can I do?')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('link', { name: /My deposit is not here/ }).click()
  await page.getByText('Es nuestro turno').waitFor()
  await shoot(page, 'feedback-waiting')

  const omar = await sitDown('omar@btbc.test')
  await menuOf(omar.page)
    .getByRole('link', { name: /^Feedback/ })
    .click()
  await omar.page.getByRole('button', { name: /My deposit is not here/ }).click()
  await omar.page.getByText('Spanish').waitFor()
  const canned = omar.page.getByLabel('Answers to begin with')
  const named = await canned.locator('option', { hasText: 'at least 12 confirmations' }).innerText()
  await canned.selectOption({ label: named })
  await shoot(omar.page, 'console-journey-feedback')
  await omar.page.getByRole('button', { name: 'Answer', exact: true }).click()
  await omar.page.getByText('accepted', { exact: true }).waitFor()

  await page.getByText('tras al menos 12 confirmaciones').waitFor()
  await page.getByText('Hemos respondido').waitFor()
  await shoot(page, 'feedback-answered')
  await expect
    .poll(async () => ok(await call(product.url, readStanding, {}, { token })).unread.feedback)
    .toBe(0)
  expect([...phone.complaints, ...omar.complaints]).toEqual([])
  await phone.context.close()
  await omar.context.close()
})

test('a notice is written in two languages, seen as on a phone, and shown to members at its time', async () => {
  const token = await logIn(product.url, 'bob@btbc.test', 'btbc-test-1')
  ok(await call(product.url, setLanguage, { lang: 'kr' }, { token }))
  const { context, page, complaints } = await sitDown('omar@btbc.test')
  await menuOf(page).getByRole('link', { name: 'Content' }).click()
  await page.getByLabel('English title').fill('Pause on Sunday')
  await page.getByRole('button', { name: 'Begin a draft' }).click()
  const english = page.getByRole('form', { name: 'English' })
  await english.getByLabel('Text, in Markdown').fill('[x](javascript:alert(1))')
  await english.getByRole('button', { name: 'Save the draft' }).click()
  await english.getByText('and not to: javascript:alert(1)').waitFor()
  await english
    .getByLabel('Text, in Markdown')
    .fill('We rest from **ten** on.\n\n- Runs go on.\n- [The shop](/shop) is closed.')
  const preview = page.getByRole('region', { name: 'As members see it' })
  await preview.getByRole('link', { name: 'The shop' }).waitFor()
  await english.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved as a draft: English').waitFor()

  await page.getByText('Korean', { exact: true }).click()
  const korean = page.getByRole('form', { name: 'Korean' })
  await korean.getByLabel('Title').fill('일요일 휴식')
  await korean.getByLabel('Text, in Markdown').fill('열 시부터 쉽니다.')
  await korean.getByRole('button', { name: 'Save the draft' }).click()
  await page.getByText('Saved as a draft: Korean').waitFor()
  await shoot(page, 'console-journey-content')

  const later = new Date(Date.now() + 2 * 3_600_000).toISOString().slice(0, 16)
  await page.getByLabel('When, in UTC').fill(later)
  await page.getByLabel('Reason, for the audit log').first().fill('the yearly pause')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('to come', { exact: true }).waitFor()

  const phone = await openPhone(browser, { url: product.url, token, language: 'kr' })
  await phone.page.goto('/notice')
  await phone.page.getByRole('heading', { level: 1 }).waitFor()
  expect(await titlesOf(token)).not.toContain('일요일 휴식')
  await advance(product.url, 3 * 3600)
  expect(await titlesOf(token)).toContain('일요일 휴식')
  await phone.page.reload()
  await phone.page.getByText('BTBC 소식', { exact: true }).click()
  await phone.page.getByRole('link', { name: /일요일 휴식/ }).click()
  await phone.page.getByText('열 시부터 쉽니다.').waitFor()
  await shoot(phone.page, 'notice-from-the-console')
  expect([...complaints, ...phone.complaints]).toEqual([])
  await context.close()
  await phone.context.close()
})

async function titlesOf(token: string): Promise<string[]> {
  const { list } = ok(await call(product.url, listArticles, { c_id: 4, lang: 'kr' }, { token }))
  return list.map(({ title }) => title)
}

test('a fee is changed for tomorrow by two of them, tomorrow it is in force, and the day is exported', async () => {
  const token = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
  const rate = async () =>
    ok(await call(product.url, readWithdrawalTerms, { type: '3' }, { token })).rate
  const open = async ({ page }: { page: Page }) => {
    await menuOf(page).getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Withdrawals of USDT' }).click()
    await page.getByRole('heading', { name: 'Withdrawals of USDT', exact: true }).waitFor()
  }
  const olivia = await sitDown('olivia@btbc.test')
  await open(olivia)
  await olivia.page.getByLabel('Fee, in %', { exact: true }).fill('1.5')
  const tomorrow = new Date(Date.now() + DAY_MS)
  await olivia.page.getByLabel('Holds from (UTC)').fill(tomorrow.toISOString().slice(0, 16))
  await olivia.page.getByText('Fee: 1\u00a0% → 1.5\u00a0%').waitFor()
  await olivia.page.getByLabel('Reason, for the audit log').first().fill('gas costs more by now')
  await shoot(olivia.page, 'console-journey-setting-proposed')
  await olivia.page.getByRole('button', { name: 'Propose' }).click()
  await olivia.page.getByText('You proposed this').waitFor()

  const omar = await sitDown('omar@btbc.test')
  await open(omar)
  const asked = omar.page.getByRole('article', { name: /^Withdrawals of USDT: Fee 1 % → 1.5 %/ })
  await asked.getByRole('button', { name: 'Accept' }).waitFor()
  // Without a mouse: to the first proposal, its reason, and done.
  await omar.page.keyboard.press('j')
  await omar.page.keyboard.press('a')
  await omar.page.keyboard.type('as the meeting said')
  await omar.page.keyboard.press('Control+Enter')
  await omar.page.getByText('1 change comes').waitFor()
  await shoot(omar.page, 'console-journey-setting-coming')
  expect(await rate()).toBe('1')
  await advance(product.url, DAY_MS / 1000)
  expect(await rate()).toBe('1.5')
  await omar.page.reload()
  await omar.page.getByRole('button', { name: 'Withdrawals of USDT' }).click()
  await omar.page.getByText('Olivia proposed, Omar accepted: “gas costs more by now”').waitFor()
  await shoot(omar.page, 'console-journey-setting-in-force')

  await menuOf(omar.page).getByRole('link', { name: 'Reports' }).click()
  const day = await omar.page.getByLabel('Day, in UTC').inputValue()
  const [file] = await Promise.all([
    omar.page.waitForEvent('download'),
    omar.page.getByRole('button', { name: 'Export the day' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`btbc-test-day-${day}.csv`)
  expect(readFileSync(await file.path(), 'utf8')).toContain(`day,,,${day},`)
  await shoot(omar.page, 'console-journey-export')
  expect([...olivia.complaints, ...omar.complaints]).toEqual([])
  await olivia.context.close()
  await omar.context.close()
})
