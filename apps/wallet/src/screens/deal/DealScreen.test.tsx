// @vitest-environment jsdom
import { readDealPicture } from '@btbc/contract/deal-messages.ts'
import { readDeal } from '@btbc/contract/deal.ts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'

import { DealScreen } from '#screens/deal/DealScreen.tsx'
import { paths } from '#paths.ts'
import { forget, store } from '#storage.ts'
import { shownAt } from '#testing/shown.tsx'

const AT = '2026-03-02T12:00:00.000Z'
const can = { pay: false, cancel: false, confirm: false, cancel_both: false, dispute: false }
const running = {
  id: 7,
  seller_name: 'S',
  buyer_name: 'B',
  way_name: 'bank',
  type: 'buy',
  is_sure: 0,
  state: 'paid',
  deal_money: '700.00',
  number: '100.00',
  price: '7.00',
  create_time: AT,
  next: { who: 'seller', by: null },
  is_simulated: false,
  step: 3,
  side: 'buyer',
  pay_until: null,
  payee: null,
  terms: '',
  evidence: [],
  cancel_asked_by: null,
  dispute: null,
  outcome: null,
  ratings: { own: null, theirs: null },
  is_blocked: false,
  other: { deals_30d: 0, completed_30d: null, release_minutes: null, up: 0, down: 0 },
  messages: [{ id: 1, from: 'seller', text: '', pic: 'p1', at: AT }],
  can: { ...can, message: false, rate: false },
  timeline: [],
  misuse: { count: 0, limit: 3, until: null, is_blocked: false },
  now: AT,
}
const over = { ...running, state: 'finished', step: 4, next: { who: 'nobody', by: null } }
const nothing = Response.json({ type: 'error', code: 'internal', message: 'Not now.' })

afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** A deal on the screen; answers how often it was asked for, what asks for it again by the clock, and what was sent. */
async function open(deal: object, pictures: Response[] = []) {
  let asked = 0
  const sent: unknown[] = []
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', async (url: string, init?: { body?: string }) => {
    if (init?.body !== undefined) sent.push(JSON.parse(init.body))
    if (url.includes(readDealPicture.path)) return pictures.shift() ?? nothing.clone()
    if (url.includes(`${readDeal.path}?`)) asked += 1
    return Response.json({ type: 'ok', message: url.includes(`${readDeal.path}?`) ? deal : {} })
  })
  const timers = vi.spyOn(globalThis, 'setInterval').mockClear()
  await shownAt(DealScreen, paths.buy(), '/?id="7"')
  await screen.findByRole('heading', { name: 'Deal #7' })
  await screen.findByText('View the picture')
  const clocks = timers.mock.calls.filter(([, ms]) => ms === 20_000).map(([tick]) => tick)
  return { asked: () => asked, clocks, sent }
}

test('a deal that runs is asked for again by the clock, one that is over is not', async () => {
  const { asked, clocks } = await open(running)
  expect(asked()).toBe(1)
  act(() => clocks.at(-1)?.())
  await waitFor(() => expect(asked()).toBe(2))
  cleanup()
  expect((await open(over)).clocks).toEqual([])
})

test('what was told of a deal is read by whoever looks at it, and by whoever leaves it', async () => {
  store('token', 'of somebody')
  onTestFinished(() => forget('token'))
  const { sent } = await open(running)
  const reads = () => sent.filter((body) => JSON.stringify(body) === '{"deal":7}').length
  await waitFor(() => expect(reads()).toBe(1))
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(reads()).toBe(2))
  cleanup()
  await waitFor(() => expect(reads()).toBe(3))

  const own = running.messages.map((message) => ({ ...message, from: 'buyer' }))
  const { sent: later } = await open({ ...running, messages: own })
  cleanup()
  await new Promise((passed) => setTimeout(passed))
  expect(later).not.toContainEqual({ deal: 7 })
})

test('a picture that did not come is asked for again when it is wanted again', async () => {
  const picture = { type: 'image/png', base64: 'AAAA' }
  await open(running, [nothing.clone(), Response.json({ type: 'ok', message: picture })])
  const want = () => fireEvent.click(screen.getByRole('button', { name: /^View the picture: / }))
  want()
  await screen.findByText('Not now.')
  want()
  expect(await screen.findByRole('img')).toBeTruthy()
})

test('the picture of a payment and a message survive a reload, in sight, and go along', async () => {
  const rights = { ...can, pay: true, message: true, rate: false }
  const toPay = { ...running, state: 'open', pay_until: AT, can: rights }
  sessionStorage.setItem('payment of deal 7', JSON.stringify({ pic: 'p2' }))
  sessionStorage.setItem('message in deal 7', JSON.stringify({ text: '', pic: 'p3' }))
  await open(toPay)
  const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
  fireEvent.change(message(), { target: { value: 'It is on its way.' } })
  cleanup()

  const { sent } = await open(toPay)
  expect(message().value).toBe('It is on its way.')
  const picture = () => screen.getByLabelText('Picture').closest('details')
  expect(picture()?.open).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(message().value).toBe(''))
  expect(picture()?.open).toBe(false)
  expect(sent).toContainEqual({ id: 7, text: 'It is on its way.', pic: 'p3' })

  fireEvent.click(screen.getByRole('button', { name: 'I have paid' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'I have paid' }))
  fireEvent.click(sheet.getByRole('button', { name: 'I have paid' }))
  await waitFor(() => expect(sent).toContainEqual({ id: 7, pic: 'p2' }))
})
