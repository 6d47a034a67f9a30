// @vitest-environment jsdom
import { hearHouse } from '@btbc/client/house-clock.ts'
import { readDeal } from '@btbc/contract/deal.ts'
import { listMarkets } from '@btbc/contract/exchange.ts'
import { listFundOffers } from '@btbc/contract/fund.ts'
import { listMachines, readTeam } from '@btbc/contract/mining.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { useCall } from '#api/query.ts'
import { bookOf } from '#live/book.ts'
import { useMarkets } from '#markets/markets.ts'
import { paths } from '#paths.ts'
import { Turn } from '#screens/deal/Turn.tsx'
import { OrderBook } from '#screens/exchange/OrderBook.tsx'
import { Mining } from '#screens/home/Mining.tsx'
import { MachinesScreen } from '#screens/machines/MachinesScreen.tsx'
import { forget, store } from '#storage.ts'
import { shownAt } from '#testing/shown.tsx'

/** What the device's clock shows does not matter: moments of the house are held against the house's. */

/** Far from the time of this machine, so that nobody goes by that unseen. */
const HOUSE_MS = Date.parse('2031-03-01T12:00:00.000Z')
const HOUR_MS = 3_600_000
const inMinutes = (minutes: number) => new Date(HOUSE_MS + minutes * 60_000).toISOString()

/** A device whose clock is so far ahead, and answers of the house by the path that is asked. */
function startDevice(aheadMs: number, messages: Readonly<Record<string, unknown>>): void {
  vi.useFakeTimers({ toFake: ['Date'], now: HOUSE_MS + aheadMs })
  vi.stubGlobal('fetch', async (url: string) => {
    const message = messages[url.replace('/api', '').replace(/\?.*/, '')] ?? {}
    const headers = { 'house-time': String(HOUSE_MS) }
    return Response.json({ type: 'ok', message }, { headers })
  })
}

async function open(component: () => ReactNode, at: string) {
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await shownAt(component, at)
}

beforeEach(() => {
  store('user_id', '7')
  forget('last_seen')
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const run = { id: 1, started_at: inMinutes(-6 * 60), ends_at: inMinutes(18 * 60) }
const mined = { base_output: '0.1', machine_output: '0.0', power_output: '2.4', run_output: '0.6' }
const members = { one: [], direct: 0, total: 0, active_direct: 0, active_other: 0 }
const bonus = { child_power_rate: '10', oth_power_rate: '1', bonus_percent: 0 }
const team = {
  ...mined,
  ...members,
  ...bonus,
  bonus_cap_percent: 300,
  invite_launches: 7,
  runs: [{ ...run, machines: [], power_output: '2.40000000', output: '0.60000000' }],
  now: inMinutes(0),
}

const prices = { now_price: '60000.00', change: '1.00', high: '60000.00', low: '60000.00' }
const market = {
  ...prices,
  currency_id: 1,
  currency_name: 'BTC',
  legal_id: 3,
  volume: '5.00',
  logo: '/btc.svg',
  tick: '0.01',
  lot: '0.0001',
  min_notional: '1.00',
  simulated: false,
  halted: false,
}

const terms = { rate: '5', rate_bps: 500, day: 30, min: '5.00', max: '50.00', mzx: '50.00' }
const opening = {
  ...terms,
  id: 5,
  type: 3,
  enable: true,
  is_open: false,
  status: null,
  reserve_left: '9.00',
  covered: '9.00',
  fetch_time: inMinutes(0),
  now: inMinutes(0),
  start_at: inMinutes(125),
}

const machine = {
  id: 2,
  machine_id: 1,
  name: 'M1',
  price: '5.00',
  income: '1.00',
  rate: '0.05',
  days: 30,
  runs_done: 1,
  category: 0,
  status: 1,
  img: '/m.png',
  create_time: inMinutes(-90),
  ends_at: run.ends_at,
}

function Books() {
  const markets = useMarkets().data?.[0]?.quotation ?? []
  return markets.map((each) => (
    <OrderBook key={each.currency_id} market={each} book={bookOf({ bids: [], asks: [] })} stale />
  ))
}

function Deadline() {
  const deal = useCall(readDeal, { id: 7 }).data
  return deal && <Turn deal={deal} />
}

const Meter = () => <Mining onBuy={() => undefined} />

const devices = [-HOUR_MS, 0, HOUR_MS]

test.each(devices)(
  'a price is old an hour after its trade on a device %i ms ahead',
  async (ahead) => {
    const lastTrade = async (at: string) => {
      startDevice(ahead, { [listMarkets.path]: [{ quotation: [{ ...market, traded_at: at }] }] })
      await open(Books, paths.exchange())
      await screen.findByText('60,000.00')
      const said = screen.queryByText(/^Last trade/) !== null
      cleanup()
      return said
    }
    expect(await lastTrade(inMinutes(-50))).toBe(false)
    expect(await lastTrade(inMinutes(-70))).toBe(true)
  },
)

test.each(devices)('a deal is counted down on a device %i ms ahead', async (ahead) => {
  const deal = { state: 'open', side: 'buyer', can: { pay: true }, pay_until: inMinutes(10) }
  startDevice(ahead, { [readDeal.path]: { ...deal, next: { who: 'buyer', by: null } } })
  await open(Deadline, paths.deals())
  expect((await screen.findByRole('timer')).textContent).toMatch(/^(10:00|09:5\d)$/)
})

test.each(devices)('a run and a fund go by the house on a device %i ms ahead', async (ahead) => {
  startDevice(ahead, { [listFundOffers.path]: [opening], [listMachines.path]: [machine] })
  await open(MachinesScreen, paths.machines())
  await screen.findByText(/^(18 h 0|17 h 59) min left$/)
  fireEvent.click(await screen.findByRole('radio', { name: /30/ }))
  expect((await screen.findByRole('timer')).textContent).toMatch(/ 02:0(5:00|4:5\d)$/)
})

test.each(devices)('the dial goes by the house on a device %i ms ahead', async (ahead) => {
  startDevice(ahead, { [readTeam.path]: { team } })
  await open(Meter, paths.home())
  await screen.findByRole('img', { name: /(18 hours 0|17 hours 59) min/ })
})

test.each(devices)(
  'so it does without a network, opened anew on a device %i ms ahead',
  async (ahead) => {
    startDevice(ahead, { [readTeam.path]: { team } })
    await open(Meter, paths.home())
    await screen.findByRole('img', { name: /18 hours 0|17 hours 59/ })
    cleanup()
    // All that an app knows which is opened again.
    vi.setSystemTime(HOUSE_MS + ahead + 6 * HOUR_MS)
    hearHouse(Date.now())
    vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('network')))
    await open(Meter, paths.home())
    await screen.findByRole('img', { name: /12 hours 0|11 hours 59/ })
  },
)
