import { setTimeout as sleep } from 'node:timers/promises'

import { readProfile } from '@btbc/contract/account.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call, logIn, ok } from '#api.ts'
import { closePages, openBrowser, openPhone } from '#browser.ts'
import { shareOf } from '#campaign.ts'
import { goOn } from '#going-on.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'
import { MEMBER_SCREENS } from '#screens.ts'

/**
 * Every screen whose calls fail, hang or find no network says so, in time, and offers to go on.
 * `npm test` meets each screen with one of the three, the campaign with all.
 */

/** They ask the server nothing that they cannot do without. */
const NEED_NO_ANSWER = new Set([
  '/Kefu',
  '/Actives',
  '/help',
  '/feedback/new',
  '/security/password',
  '/security/phrase',
  '/no/such/page',
])
const WORDS_MIN = 30

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let member: { token: string; userId: number }

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const token = await logIn(product.url, 'alice@btbc.test', 'btbc-test-1')
  const { id } = ok(await call(product.url, readProfile, {}, { token }))
  member = { token, userId: id }
})
afterAll(async () => {
  await closePages(browser)
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

const REFUSED = { type: 'error', code: 'internal', message: 'Something went wrong.' }
const networks = {
  failing: (context: BrowserContext) =>
    context.route('**/api/**', (route) => route.fulfill({ status: 500, json: REFUSED })),
  silent: (context: BrowserContext) => context.route('**/api/**', () => undefined),
  absent: (context: BrowserContext) => context.route('**/api/**', (route) => route.abort()),
} as const

test.each(Object.entries(networks).map((each, way) => [...each, way] as const))(
  'with a server that is %s screens come to an end, in words, with a way on',
  async (_name, becomes, way) => {
    const { context, page, complaints } = await openPhone(browser, { url: product.url, ...member })
    await clockOfThePage(page)
    await becomes(context)
    const faults: string[] = []
    for (const path of shareOf(MEMBER_SCREENS, way, Object.keys(networks).length)) {
      await goOn(page, path)
      const found = [...(await faultsOf(page, path)), ...complaints.splice(0).filter(isOurs)]
      faults.push(...found.map((fault) => `${path} ${fault}`))
    }
    await context.close()
    expect(faults).toEqual([])
  },
  240_000,
)

/** Time of the page moves when it is told to, and the limit of a call with it. */
async function clockOfThePage(page: Page): Promise<void> {
  await page.clock.install()
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms) => {
      const limit = new AbortController()
      setTimeout(() => limit.abort(new DOMException('', 'TimeoutError')), ms)
      return limit.signal
    }
  })
}

/** The browser itself says of every lost call that it was lost. */
function isOurs(complaint: string): boolean {
  return !/^(Failed to load resource|WebSocket connection)/.test(complaint)
}

/** A call may take 20 s, and one that found nobody is asked three times. */
const STEPS_MAX = 20
/** What the browser itself has to do in between takes as long as the machine takes. */
const MORE_STEPS_MAX = 20
const MORE_STEP_MS = 250
const STEP_MS = 3_000

async function faultsOf(page: Page, path: string): Promise<string[]> {
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  let waiting = await waitsOf(page)
  for (let step = 0; waiting.length > 0 && step < STEPS_MAX + MORE_STEPS_MAX; step += 1) {
    if (step >= STEPS_MAX) await sleep(MORE_STEP_MS)
    await page.clock.fastForward(STEP_MS)
    waiting = await waitsOf(page)
  }
  const main = page.getByRole('main')
  const said = (await main.innerText()).trim()
  const ways = main.getByRole('alert').getByRole('button', { name: 'Try again' })
  return [
    ...waiting.map((place) => `waits for ever: ${place}`),
    ...(said.length > WORDS_MIN ? [] : [`says only "${said}"`]),
    ...(NEED_NO_ANSWER.has(path) || (await ways.count()) > 0 ? [] : ['offers no second try']),
  ]
}

/** What is still drawn as on its way. */
async function waitsOf(page: Page): Promise<string[]> {
  return await page
    .locator('[aria-busy=true], .skeleton')
    .evaluateAll((waiting) => waiting.map((each) => each.outerHTML.slice(0, 120)))
}
