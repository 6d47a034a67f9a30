import { readStanding, setLanguage } from '@btbc/contract/account.ts'
import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { drawSampleDocument, readIdentity, submitIdentity } from '@btbc/contract/identity.ts'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { balanceOf, call, logIn, ok, sendPicture } from '#api.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { accept, type Desk, go, sitDown } from '#console.ts'
import { disputeOne } from '#members.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Two operators, each at one desk, decide what members have handed in. */

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let olivia: Desk
let omar: Desk
/** Alice's. */
let token: string
/** The name on the document that she hands in. */
let applicant: string
let dispute: number

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const pic = await sendPicture(url, { token, purpose: 'voucher' })
  ok(
    await call(
      url,
      requestCredit,
      { currency: 32, account: '4111 2222 3333 6789', amount: '250', pic },
      { token },
    ),
  )
  const sample = ok(await call(url, drawSampleDocument, {}, { token }))
  ok(await call(url, submitIdentity, sample, { token }))
  applicant = sample.name
  dispute = await disputeOne(url)
  olivia = await sitDown(browser, product, 'olivia@btbc.test')
  omar = await sitDown(browser, product, 'omar@btbc.test')
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})
afterEach(() => {
  expect([...olivia.complaints, ...omar.complaints]).toEqual([])
})

async function usdtOf(owner: string): Promise<string> {
  return await balanceOf(product.url, owner, { wallet: 'legal', coin: 'USDT' })
}

test('an identity is decided by one, a dispute by two', async () => {
  const { page } = olivia
  await go(omar.page, 'Identity')
  await omar.page.getByRole('button', { name: applicant }).waitFor()
  await omar.page.keyboard.press('j')
  await omar.page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await omar.page.keyboard.press('r')
  await omar.page.keyboard.type('the name is ')
  await go(page, 'Identity')
  await page.getByRole('button', { name: applicant }).waitFor()
  await page.keyboard.press('j')
  await page.getByRole('button', { name: 'Accept', exact: true }).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.type('the document is whole')
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.getByText('accepted', { exact: true }).waitFor()
  expect(ok(await call(product.url, readIdentity, {}, { token }))).toMatchObject({
    review_status: 2,
  })
  // He was writing about it: it stays with what he wrote, and what he types on goes nowhere.
  await omar.page.getByText('This was decided meanwhile.').waitFor()
  await omar.page.keyboard.type('just right')
  await omar.page.keyboard.press('Control+Enter')
  const written = omar.page.getByLabel('Reason, which the member reads')
  expect(await written.inputValue()).toBe('the name is ')
  await shoot(omar.page, 'console-cases-decided-meanwhile')
  await omar.page.getByRole('button', { name: 'Put away what I wrote' }).press('Enter')
  await written.waitFor({ state: 'detached' })
  expect(await omar.page.evaluate(() => document.activeElement?.textContent)).toBe(applicant)

  await go(page, 'Disputes')
  await page.getByRole('button', { name: `Deal ${dispute}` }).waitFor()
  await page.keyboard.press('j')
  await page.getByText('I paid, see the picture.').waitFor()
  // What is written to both is read in the language of each.
  expect(await page.getByText('Reads English').count()).toBe(2)
  await page.keyboard.press('r')
  await page.getByText('Split', { exact: true }).click()
  await page.getByLabel(/^Percent of the escrow/).fill('25')
  await page.getByLabel('Reason, which both sides read').fill('A quarter is on the statement')
  await page.getByRole('button', { name: /^Propose .* for the buyer$/ }).click()
  await page.getByText('You proposed this').waitFor()
  const bob = await logIn(product.url, 'bob@btbc.test', 'btbc-test-1')
  const before = Number(await usdtOf(bob))
  await go(omar.page, 'Disputes')
  await omar.page.getByRole('button', { name: `Deal ${dispute}` }).waitFor()
  await omar.page.keyboard.press('j')
  await omar.page.getByText('A quarter is on the statement').first().waitFor()
  await omar.page.keyboard.press('a')
  await omar.page.keyboard.type('I see the same')
  await omar.page.getByRole('button', { name: 'Accept as the second' }).click()
  await omar.page.getByText(/USDT back into the stock of the seller’s offer\.$/).waitFor()
  expect(Number(await usdtOf(bob))).toBeGreaterThan(before)
})

test('a bank deposit is accepted by two operators; one alone cannot', async () => {
  const before = await usdtOf(token)

  await go(olivia.page, 'Deposits')
  await olivia.page.getByRole('button', { name: /250/ }).click()
  await olivia.page.getByRole('button', { name: 'View: Voucher' }).click()
  const voucher = olivia.page.getByRole('img', { name: 'Voucher' })
  await voucher.waitFor()
  // Once it is all there nothing moves under the pointer any more.
  await voucher.evaluate((picture: HTMLImageElement) => picture.decode())
  // Without a reason nothing is decided.
  await olivia.page.getByRole('button', { name: 'Accept as the first of two' }).click()
  await olivia.page.getByText('Please give a reason').waitFor()
  await accept(olivia.page, 'the voucher matches', 'Accept as the first of two')
  await olivia.page.getByText('You accepted this first').waitFor()
  await shoot(olivia.page, 'console-cases-first-of-two')
  // Alone she gets no further, also when she presses again.
  await olivia.page.getByLabel('Reason, for the audit log').fill('and again')
  // The button says why it is held; a press all the same goes nowhere.
  await olivia.page.getByRole('button', { name: 'Accept as the second' }).click({ force: true })
  await olivia.page.reload()
  await olivia.page.getByText('You accepted this first').waitFor()
  expect(await usdtOf(token)).toBe(before)

  await go(omar.page, 'Deposits')
  await omar.page.getByRole('button', { name: /250/ }).waitFor()
  await omar.page.keyboard.press('j')
  await omar.page.getByText('Olivia accepted this').waitFor()
  await omar.page.keyboard.press('a')
  await omar.page.keyboard.type('I see it on the statement')
  await omar.page.getByRole('button', { name: 'Accept as the second' }).click()
  await omar.page.getByText('accepted', { exact: true }).waitFor()
  await shoot(omar.page, 'console-cases-accepted')
  expect(Number(await usdtOf(token)) - Number(before)).toBe(250)

  await go(omar.page, 'Audit')
  await omar.page.getByRole('button', { name: 'Recompute the chain now' }).click()
  await omar.page.getByText('in one unbroken chain').waitFor()
  await omar.page.getByRole('cell', { name: 'I see it on the statement' }).waitFor()
  // By the keyboard alone: what was done about nobody, and the file of that.
  const member = omar.page.getByLabel('Member it was about')
  await member.focus()
  await omar.page.keyboard.type('999999')
  await omar.page.keyboard.press('Enter')
  await omar.page.getByText('Nothing was done here.').waitFor()
  const saved = omar.page.waitForEvent('download')
  await omar.page.getByRole('button', { name: 'Save as CSV' }).press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^btbc-test-audit-.*\.csv$/)
  await member.fill('')
  await omar.page.getByLabel('What', { exact: true }).selectOption('audit.export')
  await omar.page.keyboard.press('Enter')
  await shoot(omar.page, 'console-cases-audit')
})

test('a member writes to the house, an operator answers in their language, and it shows at once', async () => {
  ok(await call(product.url, setLanguage, { lang: 'spa' }, { token }))
  const phone = await openPhone(browser, { url: product.url, token, language: 'spa' })
  const { page } = phone
  await page.goto('/feedback/new')
  await page.getByLabel('Mensaje').fill('My deposit is not here.\nWhat can I do?')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await page.getByRole('link', { name: /My deposit is not here/ }).click()
  await page.getByText('Es nuestro turno').waitFor()
  await shoot(page, 'feedback-waiting')

  await go(omar.page, 'Feedback')
  await omar.page.getByRole('button', { name: /My deposit is not here/ }).click()
  await omar.page.getByText('Spanish').waitFor()
  const canned = omar.page.getByLabel('Answers to begin with')
  const named = await canned.locator('option', { hasText: 'at least 12 confirmations' }).innerText()
  await canned.selectOption({ label: named })
  await omar.page.getByRole('button', { name: 'Take this answer' }).click()
  await shoot(omar.page, 'console-cases-feedback')
  await omar.page.getByRole('button', { name: 'Answer', exact: true }).click()
  await omar.page.getByText('answered', { exact: true }).waitFor()

  await page.getByText('tras al menos 12 confirmaciones').waitFor()
  await page.getByText('Hemos respondido').waitFor()
  await shoot(page, 'feedback-answered')
  await expect
    .poll(async () => ok(await call(product.url, readStanding, {}, { token })).unread.feedback)
    .toBe(0)
  expect(phone.complaints).toEqual([])
  await phone.context.close()
})
