// @vitest-environment jsdom
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { placeBuy } from '@btbc/contract/exchange.ts'
import { pauseOffer } from '@btbc/contract/offer.ts'
import { changePassword, logIn } from '@btbc/contract/session.ts'
import { setPhrase } from '@btbc/contract/security.ts'
import { requestWithdrawal } from '@btbc/contract/withdrawal.ts'
import { undecidedRefusals } from '@btbc/contract/undecided.ts'
import { transferCoins } from '@btbc/contract/wallet.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { lost, type Network, refusedWith, startNetwork } from '#testing/network.ts'

/** Each test has a page of its own. */
let network: Network
let page: Awaited<ReturnType<typeof openPage>>

async function openPage() {
  vi.resetModules()
  const { sendOnce, sentBefore } = await import('#api/deeds.ts')
  return { sendOnce, sentBefore, session: await import('#session.ts') }
}

beforeEach(async () => {
  localStorage.clear()
  sessionStorage.clear()
  localStorage.setItem('token', 'session of 1')
  localStorage.setItem('user_id', '1')
  network = startNetwork()
  page = await openPage()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const keys = () => network.sent.map(({ key }) => key)
/** Which of them are the same: [0, 0, 1] where the first two are. */
const same = () => keys().map((key) => [...new Set(keys())].indexOf(key))

/** Fifty from one wallet to another; each time from a sheet of its own. */
const move = async (number = '50') =>
  await page
    .sendOnce(transferCoins, {
      request: { number, from_field: 'change', to_field: 'legal', currency_id: 3 },
    })
    .catch(() => undefined)

const withdraw = async (quote_id: string) =>
  await page
    .sendOnce(requestWithdrawal, {
      request: { currency: 3, address: '0x1', number: '50' },
      own: { quote_id, proof: `proof for ${quote_id}` },
    })
    .catch(() => undefined)

test.each(undecidedRefusals)('refused with %s the same goes under the same key', async (code) => {
  network.answers = [refusedWith(code)]
  await move()
  await move()
  await move()
  expect(same()).toEqual([0, 0, 1])
})

test.each<RefusalCode>(['insufficient_balance', 'terms_due', 'key_reused', 'invalid_request'])(
  'refused with %s nothing was done, and the same is meant anew',
  async (code) => {
    network.answers = [refusedWith(code)]
    await move()
    await move()
    expect(same()).toEqual([0, 1])
  },
)

test('a key outlives its page, with the terms and the proof that it went with', async () => {
  network.answers = [lost]
  await withdraw('first')
  page = await openPage()
  await withdraw('second')
  await withdraw('third')
  expect(same()).toEqual([0, 0, 1])
  expect(network.sent.map(({ body }) => (body as { quote_id: string }).quote_id)).toEqual([
    'first',
    'first',
    'third',
  ])
})

test('an order keeps its name with its key', async () => {
  network.answers = [refusedWith('outcome_unknown')]
  const request = { legal_id: 3, currency_id: 1, mode: 1 as const, spend: '5.00000000' }
  const place = async (client_id: string) =>
    await page.sendOnce(placeBuy, { request, own: { client_id } }).catch(() => undefined)
  await place('a')
  page = await openPage()
  await place('b')
  await place('c')
  expect(same()).toEqual([0, 0, 1])
  const names = network.sent.map(({ body }) => (body as { client_id: string }).client_id)
  expect(names).toEqual(['a', 'a', 'c'])
})

test('what was under way when the page was thrown away is asked for again, and is known to be', async () => {
  network.answers = [() => new Promise(() => undefined)]
  void move()
  expect(page.sentBefore(transferCoins, asked)).toBeUndefined()
  page = await openPage()
  expect(page.sentBefore(transferCoins, asked)).toBeTypeOf('number')
  await move()
  expect(same()).toEqual([0, 0])
  expect(page.sentBefore(transferCoins, asked)).toBeUndefined()
})
const asked = {
  request: { number: '50', from_field: 'change', to_field: 'legal', currency_id: 3 },
} as const

test('a session that ended ends no key: logged in again, the same member asks for the same', async () => {
  network.answers = [lost, refusedWith('login_required')]
  await move()
  await move()
  page.session.loseSession('ended')
  expect(localStorage.getItem('token')).toBeNull()
  localStorage.setItem('token', 'session of 1, the second')
  await move()
  localStorage.setItem('user_id', '1')
  await move()
  expect(same()).toEqual([0, 0, 0, 1])
})

test('whoever is named later has asked for it before; another member has not', async () => {
  localStorage.removeItem('user_id')
  network.answers = [lost, lost]
  await move()
  localStorage.setItem('user_id', '1')
  await move()
  localStorage.setItem('user_id', '2')
  await move()
  expect(same()).toEqual([0, 0, 1])
  expect(sessionStorage.getItem('unanswered')).toBe('[]')
})

test('who signs out leaves nothing unanswered behind', async () => {
  network.answers = [lost]
  await move()
  await page.session.endSession()
  expect(sessionStorage.length).toBe(0)
  localStorage.setItem('token', 'session of 1, the second')
  localStorage.setItem('user_id', '1')
  await move()
  const [first, , last] = keys()
  expect(last).not.toBe(first)
})

test('after ten minutes the same is meant again, whatever the page', async () => {
  vi.useFakeTimers()
  network.answers = [lost, lost]
  await move()
  vi.advanceTimersByTime(9 * 60_000)
  await move()
  vi.advanceTimersByTime(11 * 60_000)
  await move()
  expect(same()).toEqual([0, 0, 1])
})

test('passwords are kept in memory alone, of members and of strangers', async () => {
  const request = { old_password: 'copper-1', password: 'copper-2', re_password: 'copper-2' }
  network.answers = [lost, lost]
  await page.sendOnce(changePassword, { request }).catch(() => undefined)
  localStorage.clear()
  const stranger = { user_string: 'a@b.test', password: 'copper-3', type: 1 as const }
  await page.sendOnce(logIn, { request: stranger }).catch(() => undefined)
  expect(network.sent).toHaveLength(2)
  expect(JSON.stringify(sessionStorage)).not.toContain('copper')
})

test('what sets a state is set each time: what was asked for before it is over', async () => {
  network.answers = [lost]
  for (const paused of [true, false, true])
    await page.sendOnce(pauseOffer, { request: { id: 1, paused } }).catch(() => undefined)
  expect(same()).toEqual([0, 1, 2])
})

test('one proof sets a state once', async () => {
  network.answers = [lost, lost]
  for (const proof of ['p1', 'p1', 'p2'])
    await page
      .sendOnce(setPhrase, { request: { phrase: 'blue kettle' }, own: { proof } })
      .catch(() => undefined)
  expect(same()).toEqual([0, 0, 1])
})

test('where nothing can be stored, or what is stored is broken, a key lives as long as its page', async () => {
  for (const broken of ['null', '{', '[7]', '{"a":1}']) {
    sessionStorage.setItem('unanswered', broken)
    page = await openPage()
    network.answers = [lost]
    await move(broken)
    await move(broken)
    expect(new Set(keys().slice(-2)).size).toBe(1)
  }
  vi.stubGlobal('sessionStorage', undefined)
  page = await openPage()
  network.answers = [lost]
  await move('7')
  await move('7')
  await move('7')
  const [last, again, anew] = keys().slice(-3)
  expect([again === last, anew === last]).toEqual([true, false])
})
