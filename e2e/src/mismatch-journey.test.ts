import { markWelcomeSeen } from '@btbc/contract/account.ts'
import { readCoin, requestTestCoins } from '@btbc/contract/deposit.ts'
import { drawSampleDocument, submitIdentity } from '@btbc/contract/identity.ts'
import { decideCase, listCases } from '@btbc/contract/operator/case.ts'
import { requestConfirmationCode } from '@btbc/contract/security.ts'
import { readWithdrawalTerms, requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { currencies } from '@btbc/money/currency.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, balanceOf, call, codeFor, join, type Member, mine, ok } from '#api.ts'
import { violationsOf } from '#axe.ts'
import { closePages, openBrowser, openPhone, PHONE, shoot } from '#browser.ts'
import { told } from '#notices.ts'
import { isCampaign } from '#campaign.ts'
import { moveWithoutKey, senderOf, tokensAt } from '#chain.ts'
import { DESK, enter, openDesk, operatorCall } from '#console.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { untilShown } from '#screen-faults.ts'

/**
 * Coins leave custody behind the back of the books. Withdrawals of that currency stop, in the campaign
 * with nobody asking; the console says by how much, why and since when, a member is told, and two
 * operators let them go again once the coins are back.
 */

const MAIL = 'mira@example.test'
const BTC = currencies.BTC.id
const USDT = currencies.USDT.id
/** Somebody who took coins without asking. */
const THIEF = '0x52908400098527886E0F7030069857D2E4169EE7'
const OUTSIDE = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const TAKEN = 250
const DAY_S = 24 * 60 * 60
/** It compares once a minute. */
const COMPARED_MS_MAX = 120_000
const THEMES = ['night', 'day'] as const

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let mira: Member
/** Of test USDT. */
let contract: string
let custody: string
let olivia: Page
let omar: Page

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  mira = await join(url, MAIL)
  const token = { token: mira.token }
  ok(await call(url, markWelcomeSeen, {}, token))
  contract = ok(await call(url, readCoin, { currency: USDT }, token)).contract
  const sample = ok(await call(url, drawSampleDocument, {}, token))
  ok(await call(url, submitIdentity, sample, token))
  const sent = ok(await call(url, requestTestCoins, { currency: USDT }, token))
  custody = await senderOf(product, sent.tx_hash)
  const session = await enter(product, 'olivia@btbc.test')
  await acceptIdentity(session)
  olivia = await overviewOf(session)
  omar = await overviewOf(await enter(product, 'omar@btbc.test'))
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('as long as books and chain agree the console says so, and withdrawals go', async () => {
  await expect.poll(() => mine(product.url, 14).then(available)).toBe('1000.00000000')
  await omar.getByText('Books and outside agree, and withdrawals go.').waitFor()
  expect(await blocked(USDT)).toBe(null)
})

test(
  'coins that leave behind the back of the books stop withdrawals of theirs, and the console says all of it',
  async () => {
    await moveWithoutKey(product, { contract, from: custody, to: THIEF, whole: TAKEN })
    await mine(product.url, 14)
    if (!isCampaign) await omar.getByRole('button', { name: 'Compare now' }).click()
    const stopped = omar.getByRole('article', { name: 'Withdrawals of USDT', exact: true })
    await stopped.waitFor({ timeout: COMPARED_MS_MAX })
    await stopped.getByText('stopped', { exact: true }).waitFor()
    await stopped.getByText(/Books and custody at block \d+ differ by -250\.00 USDT/).waitFor()
    await stopped.getByText(/Since \d\d \w+ \d{4}, \d\d:\d\d/).waitFor()
    const row = omar.getByRole('row').filter({ hasText: 'Custody on the chain' })
    await row
      .filter({ hasText: 'USDT' })
      .filter({ hasText: 'differs' })
      .getByText('250.00')
      .waitFor()
    expect(await omar.getByRole('article', { name: /^Withdrawals of/ }).count()).toBe(1)
    await shootConsole('mismatch-stopped')
  },
  COMPARED_MS_MAX + 60_000,
)

test('a member is refused by name and told in the app, in that currency alone', async () => {
  expect(await blocked(USDT)).toMatchObject({ reason: 'stopped' })
  expect(await blocked(BTC)).toBe(null)
  // One code serves all tries: what is refused uses up nothing.
  ok(await call(product.url, requestConfirmationCode, {}, { token: mira.token, method: 'GET' }))
  const answer = await withdraw()
  expect(answer).toMatchObject({ type: 'error', code: 'withdrawals_stopped' })
  expect(await available()).toBe('1000.00000000')
  for (const theme of THEMES) {
    const { url } = product
    const phone = await openPhone(browser, { url, theme, token: mira.token, userId: mira.id })
    await phone.page.goto('/withdrawal')
    await phone.page.getByText(/Withdrawals of this currency are paused/).waitFor()
    await shoot(phone.page, `mismatch-app-${theme}`)
    expect(phone.complaints).toEqual([])
    await phone.context.close()
  }
})

test('when the coins are back it stays stopped until two operators let it go', async () => {
  await moveWithoutKey(product, { contract, from: THIEF, to: custody, whole: TAKEN })
  await mine(product.url, 14)
  await omar.getByRole('button', { name: 'Compare now' }).click()
  await told(omar, 'Compared.')
  const row = omar.getByRole('row').filter({ hasText: 'Custody on the chain' })
  await row.filter({ hasText: 'USDT' }).getByText('agrees').waitFor()
  const stopped = omar.getByRole('article', { name: 'Withdrawals of USDT', exact: true })
  await stopped.waitFor()
  expect((await withdraw()).type).toBe('error')

  await stopped
    .getByLabel('Why they may go again, for the audit log')
    .fill('the coins are back in custody')
  await stopped.getByRole('button', { name: 'Propose to resume' }).click()
  await stopped.getByText('Omar proposed to let them go again').waitFor()
  await shootConsole('mismatch-proposed')
  const proposal = { name: /Let withdrawals of USDT go again/ }
  const second = olivia.getByRole('article', proposal)
  await second.getByLabel('Reason, for the audit log').fill('I have seen the transfer')
  await second.getByRole('button', { name: 'Accept', exact: true }).click()
  await olivia.getByText('Books and outside agree, and withdrawals go.').waitFor()
  await olivia.getByText('Accepted.').waitFor({ state: 'detached' })
  await shoot(olivia, 'mismatch-resumed')
  expect(await blocked(USDT)).toBe(null)
  // Somebody else has used a nonce of ours: what is signed now gets by it.
  ok(await withdraw())
  await advance(product.url, DAY_S)
  const arrived = () => tokensAt(product, contract, OUTSIDE)
  await expect.poll(() => mine(product.url, 2).then(arrived)).toBe(39.6)
})

async function overviewOf(token: string): Promise<Page> {
  const { page } = await openDesk(browser, { url: product.url, token })
  await page.goto('/console')
  return page
}

async function acceptIdentity(session: string): Promise<void> {
  const { list } = await operatorCall(product.url, listCases, { queue: 'identity' }, session)
  const decision = { queue: 'identity', decision: 'accept', reason: 'whole' } as const
  await operatorCall(product.url, decideCase, { ...decision, id: list[0]?.id ?? 0 }, session)
}

async function withdraw() {
  const token = { token: mira.token }
  const code = await codeFor(product.url, MAIL)
  const request = { currency: USDT, address: OUTSIDE, number: '40', code }
  return await call(product.url, requestWithdrawal, request, { ...token, key: crypto.randomUUID() })
}

async function blocked(currency: number) {
  const request = { type: String(currency) }
  const method = 'GET'
  const info = await call(product.url, readWithdrawalTerms, request, {
    token: mira.token,
    method,
  })
  return ok(info).blocked
}

async function available(): Promise<string> {
  return await balanceOf(product.url, mira.token, { wallet: 'change', coin: 'USDT' })
}

/** What Omar sees, on a desk and on a phone, in both themes. */
async function shootConsole(name: string): Promise<void> {
  await omar.reload()
  await omar.getByRole('article', { name: 'Withdrawals of USDT', exact: true }).waitFor()
  for (const theme of THEMES) {
    await omar.evaluate((shown) => {
      document.documentElement.dataset['theme'] = shown
    }, theme)
    await untilShown(omar, theme)
    for (const size of [DESK, PHONE]) {
      await omar.setViewportSize(size)
      if (isCampaign || (size === PHONE) === (theme === 'day')) {
        expect(await violationsOf(omar)).toEqual([])
      }
      await shoot(omar, `${name}-${theme}-${size === DESK ? 'desk' : 'phone'}`)
    }
  }
  await omar.setViewportSize(DESK)
}
