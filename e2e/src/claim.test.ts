import { startRun } from '@btbc/contract/mining.ts'
import type { Db } from '@btbc/database/database.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { advance, call, join, type Member, mine, ok } from '#api.ts'
import { violationsOf } from '#axe.ts'
import { closePages, openBrowser, openPhone, shoot } from '#browser.ts'
import { holdBlocks } from '#chain.ts'
import { inDatabase } from '#database.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** From mined to claimed, as a member sees it: on its way to the chain, final there, claimed, paid for. */

const DAY_S = 24 * 60 * 60
const BATCH_EVERY_S = 10 * 60

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let member: Member
let page: Page

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  await holdBlocks(product)
  browser = await openBrowser()
  member = await join(product.url, 'claire@example.test')
  const { url } = product
  const phone = await openPhone(browser, { url, token: member.token, userId: member.id })
  page = phone.page
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test('who is not verified is told so, with the way there', async () => {
  ok(await call(product.url, startRun, {}, { token: member.token }))
  await advance(product.url, DAY_S)
  await page.goto('/assets')
  await page.getByText('Claims are open to verified members.').waitFor()
  await page.getByRole('link', { name: 'Verify your identity' }).waitFor()
  await shoot(page, 'claim-01-identity')
  await inDatabase(dataDirectory, async (db) => await verify(db, member))
})

test('Synchronise brings what was mined onto the chain, and then it can be claimed', async () => {
  await page.reload()
  await page.getByText('BTBC can only be claimed after it is uploaded to the blockchain').waitFor()
  await page.getByRole('button', { name: 'Synchronise' }).click()
  await page.getByText('What you mined is being written to the test chain').waitFor()
  await shoot(page, 'claim-02-synchronise')
  for (let turn = 0; turn < 4; turn += 1) await mine(product.url, 14)
  await page.getByRole('button', { name: 'Claim BTBC' }).waitFor()
  await shoot(page, 'claim-03-claimable')
})

test('the first claim is free; the sheet says so before and after', async () => {
  await page.getByRole('button', { name: 'Claim BTBC' }).click()
  await page.getByText('The first claim is free').waitFor()
  await shoot(page, 'claim-04-first')
  expect(await violationsOf(page)).toEqual([])
  await page.getByText('Only one claim is free', { exact: false }).click()
  await page.getByRole('button', { name: 'Claim now' }).click()
  await page.getByRole('heading', { name: 'Claimed' }).waitFor()
  await shoot(page, 'claim-05-claimed')
  await page.getByRole('button', { name: 'Done' }).click()
})

test('a second claim shows its fee, and one that is worth less asks twice', async () => {
  ok(await call(product.url, startRun, {}, { token: member.token }))
  await advance(product.url, DAY_S)
  // A batch may have been opened just before the run was settled: then it is in the one after it.
  await advance(product.url, BATCH_EVERY_S)
  await page.reload()
  const claim = page.getByRole('button', { name: 'Claim BTBC' })
  // What was mined is sent to the chain in its own time: a block before that would not hold it.
  await expect
    .poll(async () => (await mine(product.url, 14), await claim.isVisible()), { timeout: 45_000 })
    .toBe(true)
  await claim.click()
  await page.getByText('12.50', { exact: false }).first().waitFor()
  await page.getByText('The fee would take the whole claim.', { exact: false }).waitFor()
  await shoot(page, 'claim-06-fee')
  await page.getByText('In USDT', { exact: true }).click()
  await page.getByText('This claim is worth less than its fee.', { exact: false }).click()
  await shoot(page, 'claim-07-twice')
  await page.getByRole('button', { name: 'Claim now' }).click()
  await page.getByText('Insufficient Balance', { exact: false }).first().waitFor()
})

/** As if operators had accepted sample documents; the queue itself has its own tests. */
async function verify(db: Db, { id }: Member): Promise<void> {
  const at = new Date()
  const base = { member_id: id, purpose: 'identity', bytes: 1, created_at: at, sent_at: at }
  const [front, back] = ['front', 'back'].map((side) => ({
    ...base,
    id: `${side}${'0'.repeat(32)}`.slice(0, 32),
    file: side === 'front' ? '0'.repeat(32) : '1'.repeat(32),
    used_at: at,
    deleted_at: at,
  }))
  if (!front || !back) throw new Error('two pictures')
  await db.insertInto('upload').values([front, back]).execute()
  await db
    .insertInto('identity')
    .values({
      member_id: id,
      state: 'pending',
      name: 'TEST',
      card_id: 'TEST',
      card_end: 'TEST',
      card_hash: Buffer.alloc(32, 1),
      front_pic: front.id,
      reverse_pic: back.id,
      submitted_at: at,
    })
    .execute()
  const eraseAt = new Date(at.getTime() + DAY_S * 1000)
  await db
    .updateTable('identity')
    .set({ state: 'verified', card_id: null, decided_at: at, decided_by: 1, erase_at: eraseAt })
    .where('member_id', '=', id)
    .execute()
}
