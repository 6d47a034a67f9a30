import { expect, test, vi } from 'vitest'

import { paths } from '#paths.ts'

// The router restores scroll positions from there.
vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined })
const { openKline } = await import('#routes/KlineScreen.tsx')
const { router } = await import('#routes/routes.tsx')

function screenOf(address: string): string | undefined {
  const { pathname } = new URL(address, 'http://btbc.test')
  const [, params, found] = router.getMatchedRoutes(pathname)
  // What is left over of an address that only began like one of ours.
  return '**' in params ? undefined : found?.fullPath
}

/** Pages the server draws itself. */
const foreign = new Set(['/docs'])

test('every address leads to a screen: there are no dead links', () => {
  const addresses = Object.values(paths).map((path) => (path as (given?: unknown) => string)(1))
  for (const address of addresses) {
    const path = new URL(address, 'http://btbc.test').pathname
    if (!foreign.has(path)) expect(screenOf(address), address).toBeDefined()
  }
})

test('case counts: /Info is the market, /info a page, and nothing else is either', () => {
  expect(screenOf('/Info')).toBe('/Info')
  expect(screenOf('/info')).toBe('/info')
  expect(screenOf('/INFO')).toBeUndefined()
  expect(screenOf('/kefu')).toBeUndefined()
})

test.each([
  '/',
  '/login',
  '/register',
  '/forget',
  '/Kefu',
  '/whitePaper',
  '/notice',
  '/notice/1',
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
  '/kline?from=exchange',
  '/chart',
  '/Miner',
  '/shop',
  '/assets',
  '/assets3',
  '/income',
  '/payments',
  '/buy',
  '/otc',
  '/detail?id=1',
  '/upstart',
  '/seller',
  '/seller/offer',
  '/Ucenter',
  '/security',
  '/security/password',
  '/security/sessions',
  '/security/passkeys',
  '/security/authenticator',
  '/security/pin',
  '/security/recovery',
  '/security/phrase',
  '/security/mail',
  '/security/phone',
  '/security/keys',
  '/terms',
  '/team',
  '/machines',
])('%s is an address of the first issue', (address) => {
  expect(screenOf(address)).toBeDefined()
})

test.each(['/nowhere', '/exchange/x', '/notice/1/2'])('%s is not found', (address) => {
  expect(screenOf(address)).toBeUndefined()
})

test('at one address the team is its member’s, and the chart everybody’s', async () => {
  const ask = async (search: { from?: string }) =>
    await openKline({ location: { href: '/kline' }, search })
  await expect(ask({})).rejects.toMatchObject({ options: { href: paths.login('/kline') } })
  await expect(ask({ from: 'exchange' })).resolves.toBeUndefined()
})
