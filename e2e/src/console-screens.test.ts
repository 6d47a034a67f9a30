import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { drawSampleDocument, submitIdentity } from '@btbc/contract/identity.ts'
import { countAirdrop, proposeAirdrop } from '@btbc/contract/operator/airdrop.ts'
import { proposeCampaign } from '@btbc/contract/operator/campaign.ts'
import { proposePacket } from '@btbc/contract/operator/packet.ts'
import { proposeFunding } from '@btbc/contract/operator/pool.ts'
import { roles } from '@btbc/contract/operator/rights.ts'
import type { Db } from '@btbc/database/database.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call, logIn, ok } from '#api.ts'
import { closePages, openBrowser } from '#browser.ts'
import { isCampaign } from '#campaign.ts'
import { enter, go, openDesk, operatorCall } from '#console.ts'
import { inDatabase } from '#database.ts'
import { disputeOne } from '#members.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { faultsOf } from '#screen-faults.ts'

/**
 * Every screen of the console in both themes, on a desk and on a phone: by night on the desk and by day
 * on the phone in `npm test`, each with each in the campaign.
 */

const TITLE_END = '- BTBC console (TEST)'
const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let token: string

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  token = await enter(product, 'olivia@btbc.test')
  await furnish(product.url)
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

/** Something waits in each kind of queue, and something is proposed. */
async function furnish(url: string): Promise<void> {
  const alice = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const sample = ok(await call(url, drawSampleDocument, {}, { token: alice }))
  ok(await call(url, submitIdentity, sample, { token: alice }))
  await operatorCall(
    url,
    proposeFunding,
    {
      pool: 'lock',
      currency: 3,
      from: 'treasury',
      amount: '2500.5',
      reason: 'the plan sells well',
    },
    token,
  )
  const packet = { code: 'SPRING26', currency: 3, budget: '10', shares: 2, hours: 24 }
  const terms = { split: 'random', audience: 'all', reason: 'spring campaign' } as const
  await operatorCall(url, proposePacket, { ...packet, ...terms }, token)
  await operatorCall(url, proposeCampaign, { ...summerCampaign(), reason: terms.reason }, token)
  const coins = { group: {}, pool: 'campaign', currency: 28, amount: '2' } as const
  const { members } = await operatorCall(url, countAirdrop, coins, token)
  const airdrop = { ...coins, title: 'Two for everybody', members, reason: terms.reason }
  await operatorCall(url, proposeAirdrop, airdrop, token)
  await disputeOne(url)
  await inDatabase(dataDirectory, groupMembers)
}

/** Long after the one of the sample data. */
function summerCampaign(): Omit<RequestJson<typeof proposeCampaign>, 'reason'> {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  return {
    title: 'Summer of invites',
    rules: 'Who invites most wins.\nTest funds only.',
    starts_at: inDays(100),
    ends_at: inDays(130),
    vests_at: inDays(160),
    prizes: [
      { kind: 'place', low: 1, most: 1, usdt: '20', btbc: '80' },
      { kind: 'draw', low: 1, high: 10, most: 5, usdt: '1', usdt_most: '10', btbc: '0' },
    ],
  }
}

/** Everybody sits at one machine, where a network says nothing: what the walk would find is written down. */
async function groupMembers(db: Db): Promise<void> {
  const at = new Date()
  const reasons = [
    { sign: 'network', count: 30, points: 20 },
    { sign: 'invited', count: 29, points: 9 },
  ]
  const group = { seed: 'payee:0x1', score: 69, size: 30, found_at: at, looked_at: at }
  const { id } = await db
    .insertInto('sybil_group')
    .values({ ...group, reasons: JSON.stringify(reasons) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = await db.selectFrom('member').select('id').where('is_house', '=', false).execute()
  const values = members.map((member) => ({ group_id: id, member_id: member.id }))
  await db.insertInto('sybil_member').values(values).execute()
}

const SCREENS = [
  { path: '/console', name: 'overview' },
  { path: '/console/identity', name: 'identity' },
  { path: '/console/identity?id=1', name: 'identity-case' },
  { path: '/console/deposits', name: 'deposits' },
  { path: '/console/withdrawals', name: 'withdrawals' },
  { path: '/console/sellers', name: 'sellers' },
  { path: '/console/disputes', name: 'disputes' },
  { path: '/console/disputes?id=1', name: 'disputes-case' },
  { path: '/console/pools', name: 'pools' },
  { path: '/console/feedback', name: 'feedback' },
  { path: '/console/packets', name: 'packets' },
  { path: '/console/campaigns', name: 'campaigns' },
  { path: '/console/airdrops', name: 'airdrops' },
  { path: '/console/claims', name: 'claims' },
  { path: '/console/content', name: 'content' },
  { path: '/console/content?id=303', name: 'content-article' },
  { path: '/console/contacts', name: 'contacts' },
  { path: '/console/earn', name: 'earn' },
  { path: '/console/settings', name: 'settings' },
  { path: '/console/users', name: 'users' },
  { path: '/console/users?id=100001', name: 'users-member' },
  { path: '/console/groups', name: 'groups' },
  { path: '/console/groups?id=1', name: 'groups-case' },
  { path: '/console/operators', name: 'operators' },
  { path: '/console/reports', name: 'reports' },
  { path: '/console/audit', name: 'audit' },
  { path: '/console/passkeys', name: 'passkeys' },
  { path: '/console/nowhere', name: 'nowhere' },
] as const

const LOOKS = [
  { theme: 'night', phone: false },
  { theme: 'day', phone: false },
  { theme: 'night', phone: true },
  { theme: 'day', phone: true },
] as const

test.each(LOOKS.filter(({ theme, phone }) => isCampaign || phone === (theme === 'day')))(
  'every screen of the console is axe-clean and fits: %o',
  async ({ theme, phone }) => {
    const known = await openDesk(browser, { url: product.url, theme, phone, token })
    const stranger = await openDesk(browser, { url: product.url, theme, phone })
    const screen = ({ path, name }: { path: string; name: string }) => {
      const shot = `console-${name}-${theme}-${phone ? 'phone' : 'desk'}`
      return { path, shot, titleEnd: TITLE_END }
    }
    const faults = await faultsOf(stranger, screen({ path: '/console/login', name: 'login' }))
    faults.push(...(await faultsOf(stranger, screen({ path: '/console/join', name: 'join' }))))
    for (const each of SCREENS) faults.push(...(await faultsOf(known, screen(each))))
    await known.context.close()
    await stranger.context.close()
    expect(faults).toEqual([])
  },
  180_000,
)

test('what decides a case covers nothing of it', async () => {
  const { page, context } = await openDesk(browser, { url: product.url, token })
  await page.goto('/console/disputes?id=1')
  const decision = await page.getByRole('form', { name: 'Decision' }).boundingBox()
  const last = await page.getByText(/in dispute$/).boundingBox()
  expect(decision?.y).toBeGreaterThan(last?.y ?? Infinity)
  await context.close()
})

test('what is proposed is read in full where it is accepted', async () => {
  const { page, context } = await openDesk(browser, { url: product.url, token })
  await page.goto('/console/campaigns')
  await page.getByRole('button', { name: 'Rules and prizes of Summer of invites' }).click()
  await page.getByText('Who invites most wins.').waitFor()
  await page.getByRole('cell', { name: '20.00 USDT' }).waitFor()
  await go(page, 'Airdrops')
  await page.getByRole('button', { name: 'Members of Two for everybody' }).click()
  await page
    .getByRole('cell', { name: /^\d{9}$/ })
    .first()
    .waitFor()
  await go(page, 'Earn')
  // What a fund is sold on stands in the form, and a closing names none of it.
  await page.getByLabel('Which fund').selectOption('1/90')
  expect(await page.getByLabel('Percent for the term').inputValue()).toBe('18')
  await page.getByLabel('Sale').selectOption('Closed')
  expect(await page.getByLabel('Percent for the term').count()).toBe(0)
  await context.close()
})

test('the menu shows where one is, also far down in it', async () => {
  const { page, context } = await openDesk(browser, { url: product.url, token })
  for (const name of ['Groups', 'Passkeys']) {
    await page.goto(`/console/${name.toLowerCase()}`)
    await page
      .getByText(/^Session until/)
      .last()
      .waitFor()
    const menu = page.getByRole('navigation', { name: 'Console' })
    const link = menu.getByRole('link', { name })
    const below = async () => {
      const [outer, inner] = [await menu.boundingBox(), await link.boundingBox()]
      return (inner?.y ?? 0) + (inner?.height ?? 0) - ((outer?.y ?? 0) + (outer?.height ?? 0))
    }
    await expect.poll(below).toBeLessThanOrEqual(1)
  }
  await context.close()
})

test('on a phone the menu waits under the name of where one is', async () => {
  const { page, context, complaints } = await openDesk(browser, {
    url: product.url,
    phone: true,
    token,
  })
  await page.goto('/console')
  const menu = page.getByRole('navigation', { name: 'Console' })
  const opener = page.getByRole('button', { name: /^Menu/ })
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
  expect(await opener.innerText()).toMatch(/^Menu\s+Overview/)
  expect(await menu.isVisible()).toBe(false)
  await opener.click()
  await menu.getByRole('link', { name: 'Pools' }).click()
  await page.getByRole('heading', { level: 1, name: 'Pools' }).waitFor()
  expect(await opener.innerText()).toMatch(/^Menu\s+Pools/)
  expect(await menu.isVisible()).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

test('each role begins at a screen that it may read, and its menu has no other', async () => {
  const mail = 'omar@btbc.test'
  const omar = await enter(product, mail)
  for (const role of roles) {
    const only = { roles: [role] }
    await inDatabase(
      dataDirectory,
      async (db) => await db.updateTable('operator').set(only).where('mail', '=', mail).execute(),
    )
    const { page, context } = await openDesk(browser, { url: product.url, token: omar })
    await page.goto('/console')
    await page.getByText(role, { exact: true }).waitFor()
    const links = page.getByRole('navigation', { name: 'Console' }).getByRole('link')
    if (role === 'content') {
      const names = await links.allInnerTexts()
      expect(names).toEqual(['Content', 'Contacts', 'Passkeys'])
      await page.getByRole('heading', { level: 1, name: 'Content' }).waitFor()
      for (const name of names) {
        await go(page, name)
        await page.waitForLoadState('networkidle')
        expect(await page.getByRole('alert').allInnerTexts(), name).toEqual([])
      }
    } else {
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
      const coins = page.getByRole('link', { name: /^Large coin withdrawals/ })
      expect(await coins.getAttribute('href')).toBe('/console/withdrawals?way=coin_withdrawal')
      expect(await page.getByRole('alert').allInnerTexts(), role).toEqual([])
    }
    await context.close()
  }
})
