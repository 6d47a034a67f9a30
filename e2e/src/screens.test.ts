import AxeBuilder from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { call, join, logIn, type Member, ok } from '#api.ts'
import { openBrowser, openPhone, shoot } from '#browser.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Every screen, in both themes and three languages: no axe violation, no complaint, no overflow. */

const OPEN_SCREENS = ['/login', '/register', '/forget', '/terms'] as const
const MEMBER_SCREENS = [
  '/',
  '/Kefu',
  '/whitePaper',
  '/notice',
  '/Info',
  '/info',
  '/info1',
  '/info2',
  '/info3',
  '/info4',
  '/about',
  '/Actives',
  '/help',
  '/share',
  '/kline',
  '/Miner',
  '/shop',
  '/assets3',
  '/assets',
  '/income',
  '/Ucenter',
  '/security',
  '/no/such/page',
] as const

const dataDirectory = makeDataDirectory()
let product: Product
let browser: Browser
let member: Member

beforeAll(async () => {
  product = await startProduct(dataDirectory)
  browser = await openBrowser()
  const { url } = product
  const token = await logIn(url, 'alice@btbc.test', 'btbc-test-1')
  const { id } = ok(await call(url, '/user/info', {}, { token, method: 'GET' }))
  member = { id, token, mail: 'alice@btbc.test' }
  ok(await call(url, '/machine/buy', { id: 1 }, { token }))
  ok(await call(url, '/machine/start_all', {}, { token }))
  ok(await call(url, '/user/welcome_seen', {}, { token }))
  await join(
    url,
    'friend@example.test',
    ok(await call(url, '/user/info', {}, { token, method: 'GET' })).extension_code,
  )
}, 90_000)
afterAll(async () => {
  await browser.close()
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

const looks = (['night', 'day'] as const).flatMap((theme) =>
  ['en', 'zh', 'ban'].map((language) => [theme, language] as const),
)

test.each(looks)(
  'every screen by %s in %s',
  async (theme, language) => {
    const anonymous = await openPhone(browser, { url: product.url, theme, language })
    const known = await openPhone(browser, {
      url: product.url,
      theme,
      language,
      token: member.token,
      userId: member.id,
    })
    const faults: string[] = []
    const visits = [
      ...OPEN_SCREENS.map((path) => ({ path, ...anonymous })),
      ...MEMBER_SCREENS.map((path) => ({ path, ...known })),
    ]
    for (const { path, page, complaints } of visits) {
      await page.goto(path)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      faults.push(
        ...violations.map(
          ({ id, nodes }) =>
            `${path} axe ${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`,
        ),
        ...complaints.splice(0).map((text) => `${path} console: ${text}`),
      )
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      if (overflow > 0) faults.push(`${path} is ${overflow} px too wide`)
      if (!(await page.title()).endsWith('- BTBC (TEST)'))
        faults.push(`${path} title: ${await page.title()}`)
      if (!(await page.getByRole('note').first().isVisible()))
        faults.push(`${path} has no test mark`)
      const name = path === '/' ? 'home' : path.slice(1).replaceAll('/', '-')
      await shoot(page, `${name}-${theme}-${language}`)
    }
    await anonymous.context.close()
    await known.context.close()
    expect(faults).toEqual([])
  },
  180_000,
)
