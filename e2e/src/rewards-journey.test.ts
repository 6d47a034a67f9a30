import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { readProfile } from '@btbc/contract/account.ts'
import { readCampaign } from '@btbc/contract/campaign.ts'
import { startRun } from '@btbc/contract/mining.ts'
import { decideCase, listCases } from '@btbc/contract/operator/case.ts'
import { proposePacket } from '@btbc/contract/operator/packet.ts'
import { decideProposal } from '@btbc/contract/operator/proposal.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, balanceOf, call, join, logIn, ok } from '#api.ts'
import { atHome } from '#at-home.ts'
import { closePages, openBrowser, shoot } from '#browser.ts'
import { enter, operatorCall } from '#console.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { faultsOf } from '#screen-faults.ts'

/** What the house gives, as a member goes it: check-ins, their points, a red packet, and a campaign. */

const DAY_S = 24 * 60 * 60
const CHECK_DRAW = path.resolve(import.meta.dirname, '../../scripts/check-draw.js')
const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let token: string
let page: Page
let complaints: string[]
let olivia: string
let omar: string

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const phone = await atHome(browser, { url, token })
  page = phone.page
  complaints = phone.complaints
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('a member checks in on two days and exchanges the points for what was set aside', async () => {
  await page.goto('/Ucenter')
  await page.getByRole('link', { name: 'Daily check-in' }).click()
  await page.getByRole('heading', { name: 'Check in on seven days in a row.' }).waitFor()
  await page.getByRole('button', { name: 'Check in: +5' }).click()
  await page.getByText('Checked in today.').waitFor()
  await advance(product.url, DAY_S)
  const screen = { path: '/sign', shot: 'rewards-01-check-in', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, screen)).toEqual([])
  // Whoever opens the page again the next day is asked again; whoever leaves it open, within a minute.
  await page.reload()
  await page.getByRole('button', { name: 'Check in: +5' }).click()
  await page.getByRole('heading', { name: '2 days in a row' }).waitFor()
  await page.getByText('Worth 0.10 BTBC, set aside for you.').waitFor()
  await page.getByRole('button', { name: 'Exchange for BTBC' }).click()
  const sheet = page.getByRole('dialog', { name: 'Exchange for BTBC' })
  await sheet.getByRole('button', { name: '1', exact: true }).waitFor()
  await page.keyboard.type('11')
  await sheet.getByText('You have 10 points.').waitFor()
  await sheet.getByRole('button', { name: 'All' }).click()
  await shoot(page, 'rewards-02-amount')
  await sheet.getByRole('button', { name: 'Review' }).click()
  await shoot(page, 'rewards-03-receipt')
  await sheet.getByRole('button', { name: 'Get 0.10 BTBC' }).click()
  await sheet.getByRole('heading', { name: 'Exchanged' }).waitFor()
  const rewards = await balanceOf(product.url, token, { wallet: 'micro', coin: 'BTBC' })
  expect(rewards).toBe('0.10000000')
  expect(complaints).toEqual([])
})

test('a code that two operators published gives a share, once, and a wrong one is told so', async () => {
  const { url } = product
  const reason = 'spring campaign'
  const packet = { code: 'SPRING26', currency: 3, budget: '10', shares: 2, hours: 24 }
  const terms = { split: 'random', audience: 'all', reason } as const
  olivia = await enter(product, 'olivia@btbc.test')
  const { id } = await operatorCall(url, proposePacket, { ...packet, ...terms }, olivia)
  omar = await enter(product, 'omar@btbc.test')
  await operatorCall(url, decideProposal, { id, decision: 'accept', reason }, omar)
  const screen = { path: '/redeem', shot: 'rewards-04-redeem', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, screen)).toEqual([])
  const code = page.getByLabel('Code', { exact: true })
  await code.fill('nothing-1')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('Red packet not available').waitFor()
  await code.fill('spring-26')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: /^You got .* USDT$/ }).waitFor()
  await page.getByText(/^Yours: /).waitFor()
  await page.getByText(/1 of 2 taken/).waitFor()
  await shoot(page, 'rewards-05-received')
  await code.fill('SPRING26')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByText('You have had your share of this red packet.').waitFor()
  await page.getByRole('button', { name: 'Check the shares' }).first().click()
  await page.getByRole('dialog').getByText('It is told when the packet has ended.').waitFor()
  await shoot(page, 'rewards-06-check')
  expect(complaints).toEqual([])
})

test('a campaign is joined, led, ended and paid, and its draw is worked out again by a script of its own', async () => {
  const { url } = product
  const campaign = async () => await call(url, readCampaign, {}, { token, method: 'GET' })
  await page.goto('/campaign')
  await page.getByText('No invite counts yet').waitFor()
  await page.getByLabel('Your name in the community').fill('Alice of the group')
  await page.getByRole('button', { name: 'Ask for it' }).click()
  await page.getByText('An operator looks at it by').waitFor()
  const bob = await logIn(url, 'bob@btbc.test', 'btbc-test-1')
  for (const each of [token, bob]) {
    const inviter = ok(await call(url, readProfile, {}, { token: each, method: 'GET' }))
    const friend = await join(url, `friend-of-${inviter.id}@example.test`, inviter.extension_code)
    ok(await call(url, startRun, {}, friend))
  }
  await advance(url, DAY_S)
  await expect
    .poll(async () => ok(await campaign()).campaign?.entrants, { timeout: 60_000 })
    .toBe(2)
  await page.reload()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  await page.getByRole('listitem').filter({ hasText: 'You' }).waitFor()
  const screen = { path: '/campaign', shot: 'rewards-07-campaign', titleEnd: '- BTBC (TEST)' }
  expect(await faultsOf({ page, complaints }, screen)).toEqual([])
  const queue = 'campaign_claim'
  const { list } = await operatorCall(url, listCases, { queue }, olivia)
  const claim = { queue, id: list[0]?.id ?? 0, reason: 'seen in the group' } as const
  await operatorCall(url, decideCase, { ...claim, decision: 'accept' }, omar)
  const { id } = ok(await campaign()).campaign ?? { id: 0 }
  // Until it is over, and once more until its BTBC are paid.
  await advance(url, 45 * DAY_S)
  await expect
    .poll(async () => ok(await campaign()).mine.awards.map(({ paid }) => paid), { timeout: 60_000 })
    .toContain(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Your prizes' }).waitFor()
  const checked = await promisify(execFile)(process.execPath, [CHECK_DRAW, url, String(id)])
  expect(checked.stdout).toBe('The draw is right: 2 on the list, 2 drawn.\n')
  await page.getByRole('button', { name: 'Check the draw' }).click()
  await page.getByRole('dialog').getByText('SHA-256 of the list').waitFor()
  await shoot(page, 'rewards-08-draw')
  expect(complaints).toEqual([])
})
