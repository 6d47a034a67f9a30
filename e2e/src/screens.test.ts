import { markWelcomeSeen, readProfile } from '@btbc/contract/account.ts'
import { buyFund } from '@btbc/contract/fund.ts'
import { openLock } from '@btbc/contract/lock.ts'
import { buyMachine, startRun } from '@btbc/contract/mining.ts'
import { checkIn } from '@btbc/contract/points.ts'
import { languages } from '@btbc/contract/wire.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call, join, logIn, type Member, ok } from '#api.ts'
import { closePages, openBrowser, openPhone, type Theme } from '#browser.ts'
import { shareOf } from '#campaign.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { faultsOf, faultsTurned, turnTo } from '#screen-faults.ts'
import { MEMBER_SCREENS, OPEN_SCREENS } from '#screens.ts'

/**
 * Every screen in both themes and eight languages: no axe violation, no complaint, no overflow.
 * `npm test` looks at each screen in one language, by day and by night; the campaign in all.
 */

const TITLE_END = '- BTBC (TEST)'
const WAYS = languages.map((language, way) => ({ language, way }))
/** In so many languages `npm test` opens the app for somebody who is not logged in. */
const STRANGERS = 2

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let member: Member

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  member = await furnishMember(product.url)
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

test.each(WAYS)(
  'screens by day and by night in $language',
  async ({ language, way }) => {
    const look = { url: product.url, theme: 'system', language } as const
    const known = await openPhone(browser, { ...look, token: member.token, userId: member.id })
    const screens = shareOf(MEMBER_SCREENS, way, WAYS.length)
    const faults = await faultsOfAll(known, `${language}-member`, screens)
    await known.context.close()
    expect(faults).toEqual([])
  },
  240_000,
)

test.each(shareOf(WAYS, 0, WAYS.length / STRANGERS))(
  'what strangers see by day and by night in $language',
  async ({ language, way }) => {
    const visitor = await openPhone(browser, { url: product.url, theme: 'system', language })
    const screens = shareOf(OPEN_SCREENS, (way * STRANGERS) / WAYS.length, STRANGERS)
    const faults = await faultsOfAll(visitor, `${language}-stranger`, screens)
    await visitor.context.close()
    expect(faults).toEqual([])
  },
  240_000,
)

/** Each is opened as the device is, by day and by night in turn, and looked at again once that has turned. */
async function faultsOfAll(
  opened: Awaited<ReturnType<typeof openPhone>>,
  who: string,
  paths: readonly string[],
): Promise<string[]> {
  const faults: string[] = []
  let theme: Theme = 'day'
  for (const path of paths) {
    const name = path === '/' ? 'home' : path.slice(1).replaceAll(/\W/g, '-')
    const screen = () => ({ path, shot: `${who}-${name}-${theme}`, titleEnd: TITLE_END })
    faults.push(...(await faultsOf(opened, screen())))
    theme = theme === 'day' ? 'night' : 'day'
    await turnTo(opened.page, theme)
    faults.push(...(await faultsTurned(opened, screen())))
  }
  return faults
}

/** A member with a machine, an open run, a lock and a friend, so that the screens have something to show. */
async function furnishMember(url: string): Promise<Member> {
  const token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  ok(await call(url, buyMachine, { id: 1 }, { token }))
  ok(await call(url, startRun, {}, { token }))
  ok(await call(url, openLock, { price: '250' }, { token }))
  ok(await call(url, buyFund, { amount: '100', day: 30 }, { token }))
  ok(await call(url, checkIn, {}, { token }))
  ok(await call(url, markWelcomeSeen, {}, { token }))
  const info = ok(await call(url, readProfile, {}, { token }))
  await join(url, 'friend@example.test', info.extension_code)
  return { id: info.id, token, mail: 'alice@btbc.test' }
}
