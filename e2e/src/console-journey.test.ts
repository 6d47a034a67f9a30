import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { readStanding, setLanguage } from '@btbc/contract/account.ts'
import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { placeBuy } from '@btbc/contract/exchange.ts'
import { drawSampleDocument, readIdentity, submitIdentity } from '@btbc/contract/identity.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { receivePacket } from '@btbc/contract/packet.ts'
import { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { advance, balanceOf, call, logIn, ok, sendPicture } from '#api.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { accept, agree, DESK, go, sitDown } from '#console.ts'
import { disputeOne, plantGroup } from '#members.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/**
 * The day of two operators, each at one desk from the morning on: what members have handed in, what the
 * house gives, what it asks from tomorrow on, and what it writes down about the day.
 */

const DAY_MS = 86_400_000
const PLANTED = 30
const ETH = 2
const ALICE = 'alice@btbc.test'

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let olivia: Desk
let omar: Desk
/** Alice's. */
let token: string
/** The name on the document that she hands in. */
let applicant: string
let planted: string
let dispute: number

type Desk = Awaited<ReturnType<typeof sitDown>>

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  token = await logIn(url, ALICE, 'btbc-test-1')
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
  planted = await plantGroup(product, PLANTED)
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

test('a pool is filled and a packet is published by two, and a member takes a share', async () => {
  await go(olivia.page, 'Pools')
  await olivia.page.getByLabel('Pool', { exact: true }).selectOption('red_packet 3')
  await olivia.page.getByLabel('Amount in USDT').fill('250')
  await accept(olivia.page, 'packets for the spring', 'Propose')
  await olivia.page.getByText('You proposed this').waitFor()
  await go(omar.page, 'Pools')
  const row = omar.page
    .getByRole('row')
    .filter({ hasText: 'red packet' })
    .filter({ hasText: 'USDT' })
  const before = amountIn(await row.innerText())
  await agree(omar.page, 'there is enough')
  await expect.poll(async () => amountIn(await row.innerText())).toBe(before + 250)

  await go(olivia.page, 'Red packets')
  await olivia.page.getByLabel('Code', { exact: true }).fill('DAYOFTWO')
  await olivia.page.getByLabel('Budget').fill('10')
  await olivia.page.getByLabel('Shares').fill('2')
  await accept(olivia.page, 'the spring campaign', 'Propose')
  await olivia.page.getByText('You proposed this').waitFor()
  const take = () => call(product.url, receivePacket, { code: 'DAYOFTWO' }, { token })
  expect(await take()).toMatchObject({ code: 'packet_unavailable' })
  await go(omar.page, 'Red packets')
  await agree(omar.page, 'as we said')
  const packet = omar.page.getByRole('row').filter({ hasText: 'DAYOFTWO' })
  await packet.getByRole('cell', { name: 'open', exact: true }).waitFor()
  expect(ok(await take())).toMatchObject({ amount: '5.00000000' })
  await shoot(omar.page, 'console-journey-packet')
})

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
  const written = omar.page.getByLabel('Reason, for the audit log')
  expect(await written.inputValue()).toBe('the name is ')
  await shoot(omar.page, 'console-journey-decided-meanwhile')
  await omar.page.getByRole('button', { name: 'Put away what I wrote' }).press('Enter')
  await written.waitFor({ state: 'detached' })
  expect(await omar.page.evaluate(() => document.activeElement?.textContent)).toBe(applicant)

  await go(page, 'Disputes')
  await page.getByRole('button', { name: `Deal ${dispute}` }).waitFor()
  await page.keyboard.press('j')
  await page.getByText('I paid, see the picture.').waitFor()
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
  await shoot(olivia.page, 'console-journey-first-of-two')
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
  await shoot(omar.page, 'console-journey-accepted')
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
  await shoot(omar.page, 'console-journey-audit')
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
  await shoot(omar.page, 'console-journey-feedback')
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

test('a notice is written in two languages, seen as on a phone, and shown to members at its time', async () => {
  ok(await call(product.url, setLanguage, { lang: 'kr' }, { token }))
  const { page } = omar
  await go(page, 'Content')
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
  expect(await titles()).not.toContain('일요일 휴식')
  await advance(product.url, 3 * 3600)
  expect(await titles()).toContain('일요일 휴식')
  await phone.page.reload()
  await phone.page.getByText('BTBC 소식', { exact: true }).click()
  await phone.page.getByRole('link', { name: /일요일 휴식/ }).click()
  await phone.page.getByText('열 시부터 쉽니다.').waitFor()
  await shoot(phone.page, 'notice-from-the-console')
  expect(phone.complaints).toEqual([])
  await phone.context.close()
})

async function titles(): Promise<string[]> {
  const { list } = ok(await call(product.url, listArticles, { c_id: 4, lang: 'kr' }, { token }))
  return list.map(({ title }) => title)
}

/** A setting as it stands now, with what was proposed so far. */
async function openSetting(page: Page, name: string): Promise<void> {
  await go(page, 'Settings')
  await page.getByRole('button', { name }).click()
  const heading = page.getByRole('heading', { name, exact: true })
  await heading.waitFor()
  // The list is longer than the screen: wherever a setting stands in it, one sees what was opened.
  const box = await heading.boundingBox()
  expect(box?.y).toBeGreaterThan(0)
  expect(box?.y).toBeLessThan(DESK.height)
}

test('a fee is changed for tomorrow by two of them, and tomorrow it is in force', async () => {
  const rate = async () =>
    ok(await call(product.url, readWithdrawalTerms, { type: '3' }, { token })).rate
  await openSetting(olivia.page, 'Withdrawals of USDT')
  await olivia.page.getByLabel('Fee, in %', { exact: true }).fill('1.5')
  const tomorrow = new Date(Date.now() + DAY_MS)
  await olivia.page.getByLabel('Holds from (UTC)').fill(tomorrow.toISOString().slice(0, 16))
  await olivia.page.getByText('Fee: 1\u00a0% → 1.5\u00a0%').waitFor()
  await olivia.page.getByLabel('Reason, for the audit log').first().fill('gas costs more by now')
  await shoot(olivia.page, 'console-journey-setting-proposed')
  await olivia.page.getByRole('button', { name: 'Propose' }).click()
  await olivia.page.getByText('You proposed this').waitFor()
  const fee = olivia.page.getByLabel('Fee, in %', { exact: true })
  expect(await fee.inputValue()).toBe('1')

  await openSetting(omar.page, 'Withdrawals of USDT')
  await omar.page
    .getByRole('article', { name: /^Withdrawals of USDT: Fee 1 % → 1.5 %/ })
    .getByRole('button', { name: 'Accept' })
    .waitFor()
  await agree(omar.page, 'as the meeting said')
  await omar.page.getByText('1 change comes').waitFor()
  // What she would propose next begins with what they agreed on.
  await expect.poll(() => fee.inputValue(), { timeout: 30_000 }).toBe('1.5')
  await shoot(omar.page, 'console-journey-setting-coming')
  expect(await rate()).toBe('1')
  await advance(product.url, DAY_MS / 1000)
  expect(await rate()).toBe('1.5')
  await omar.page.reload()
  await omar.page.getByRole('button', { name: 'Withdrawals of USDT' }).click()
  await omar.page.getByText('Olivia proposed, Omar accepted: “gas costs more by now”').waitFor()
  await shoot(omar.page, 'console-journey-setting-in-force')
})

async function buyEth(): Promise<string> {
  const order = { currency_id: ETH, num: '0.01', mode: 1 }
  const answer = await call(product.url, placeBuy, order, { token, key: randomUUID() })
  return answer.type === 'ok' ? answer.message.status : answer.code
}

test('a market is opened by two', async () => {
  await openSetting(olivia.page, 'Market ETH/USDT')
  await olivia.page.getByLabel('Trading').selectOption('open')
  await olivia.page.getByText('Trading: unlisted → open').waitFor()
  await accept(olivia.page, 'members ask for it', 'Propose')
  await olivia.page.getByText('You proposed this').waitFor()
  expect(await buyEth()).toBe('market_not_found')
  // He is on this screen already, whose list asks again in its own time.
  await omar.page.reload()
  await openSetting(omar.page, 'Market ETH/USDT')
  await agree(omar.page, 'the house can quote it')
  // No setting holds sooner.
  await advance(product.url, 10)
})

test('thirty accounts of one person are found, and two hold what they would be given', async () => {
  for (const { page } of [olivia, omar]) await go(page, 'Groups')
  const found = { name: `${PLANTED} accounts with one inviter` }
  await olivia.page.getByRole('button', found).click()
  const all = `${PLANTED} of ${PLANTED}`
  await olivia.page.getByText(`${all} are logged in from the same network`).waitFor()
  await olivia.page.getByText(`${all} joined within one hour`).waitFor()
  await olivia.page.keyboard.press('a')
  await olivia.page.keyboard.type('one person, by all signs')
  await olivia.page.getByRole('button', { name: 'Propose to hold' }).click()
  await olivia.page.getByText('You proposed this').waitFor()
  await omar.page.getByRole('button', found).click()
  await accept(omar.page, 'I see the same', 'Accept')
  await omar.page.getByText('rewards held', { exact: true }).waitFor()
  await omar.page.getByText('Olivia · proposed to hold rewards: “one person').waitFor()
  await omar.page.getByText('Omar · accepted the proposal: “I see the same”').waitFor()
  await shoot(omar.page, 'console-journey-group')
  const taken = await call(product.url, receivePacket, { code: 'DAYOFTWO' }, { token: planted })
  expect(taken).toMatchObject({ code: 'rewards_held' })
})

test('what was opened is traded within a minute, and the day is exported', async () => {
  await expect.poll(buyEth, { timeout: 60_000, interval: 500 }).toBe('filled')
  await go(omar.page, 'Reports')
  const day = await omar.page.getByLabel('Day, in UTC').inputValue()
  const [file] = await Promise.all([
    omar.page.waitForEvent('download'),
    omar.page.getByRole('button', { name: 'Export the day' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`btbc-test-day-${day}.csv`)
  expect(readFileSync(await file.path(), 'utf8')).toContain(`day,,,${day},`)
  await shoot(omar.page, 'console-journey-export')
})

/** The only amount of a row. */
function amountIn(row: string): number {
  return Number(/[\d,]+\.\d+/.exec(row)?.[0].replaceAll(',', ''))
}
