import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { setLanguage } from '@btbc/contract/account.ts'
import { placeBuy } from '@btbc/contract/exchange.ts'
import { listArticles } from '@btbc/contract/news.ts'
import { receivePacket } from '@btbc/contract/packet.ts'
import { readWithdrawalTerms } from '@btbc/contract/withdrawal.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { advance, call, logIn, ok } from '#api.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { accept, agree, DESK, type Desk, go, sitDown } from '#console.ts'
import { plantGroup } from '#members.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/**
 * The day of two operators, each at one desk from the morning on: what the house gives and says, what it asks
 * from tomorrow on, and what it writes down about the day.
 */

const DAY_MS = 86_400_000
const PLANTED = 30
const ETH = 2

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let olivia: Desk
let omar: Desk
/** Alice's. */
let token: string
let planted: string

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
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
  // What she would propose for now begins with what holds until then, and for later with what they agreed on.
  await olivia.page.getByText('1 change comes').waitFor({ timeout: 30_000 })
  expect(await fee.inputValue()).toBe('1')
  const afterwards = new Date(tomorrow.getTime() + DAY_MS).toISOString().slice(0, 16)
  await olivia.page.getByLabel('Holds from (UTC)').fill(afterwards)
  await olivia.page.getByText('Nothing would change.').waitFor()
  expect(await fee.inputValue()).toBe('1.5')
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
  await olivia.page.getByLabel('Trading', { exact: true }).selectOption('open')
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

test('a market is halted by two, and opened again by two', async () => {
  const ways = [
    { state: 'halted', reason: 'the quotes look wrong', outcome: 'market_halted' },
    { state: 'open', reason: 'the quotes are right again', outcome: 'filled' },
  ]
  for (const { state, reason, outcome } of ways) {
    await olivia.page.reload()
    await openSetting(olivia.page, 'Market ETH/USDT')
    await olivia.page.getByLabel('Trading', { exact: true }).selectOption(state)
    await accept(olivia.page, reason, 'Propose')
    await olivia.page.getByText('You proposed this').waitFor()
    await omar.page.reload()
    await openSetting(omar.page, 'Market ETH/USDT')
    await agree(omar.page, `as she says: ${state}`)
    // What either would propose next begins with that, and changes nothing.
    for (const { page } of [olivia, omar]) {
      const trading = page.getByLabel('Trading', { exact: true })
      await expect.poll(() => trading.inputValue(), { timeout: 30_000 }).toBe(state)
      await page.getByText('Nothing would change.').waitFor()
    }
    await advance(product.url, 10)
    await expect.poll(buyEth, { timeout: 60_000, interval: 500 }).toBe(outcome)
  }
  await shoot(omar.page, 'console-journey-market-again')
})

/** The only amount of a row. */
function amountIn(row: string): number {
  return Number(/[\d,]+\.\d+/.exec(row)?.[0].replaceAll(',', ''))
}
