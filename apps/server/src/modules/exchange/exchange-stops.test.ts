import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import type { NewOrder } from './exchange.ts'
import { idOf, readOrder, startTestExchange, told, units } from '#testing/exchange.ts'

const { BTC } = currencies

test('stops wait with their hold, and go off in the batch that reaches their price', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  for (const member of [1, 2, 3]) {
    await fund(member, '100000 USDT')
    await fund(member, '10 BTC')
  }
  await place('2 sell 0.1 BTC at 50000')
  await place('1 buy 0.1 BTC at 50000')
  const stop = { type: 'stop_limit', stopPrice: units('51000') } as const
  const waiting = await place('3 buy 0.2 BTC at 51500', stop)
  expect(told(waiting)).toBe('waiting 0 of 0.2')
  expect(await has(3, 'USDT')).toBe('89700 + 10300')
  const market = await exchange.place({
    ...readOrder('3 sell 0.1 BTC'),
    type: 'stop_market',
    stopPrice: units('40000'),
  })
  expect(told(market)).toBe('waiting 0 of 0.1')
  await place('2 sell 0.15 BTC at 51000')
  await place('1 buy 0.05 BTC at 51000')
  const gone = await exchange.findOrder({ memberId: 3, id: idOf(waiting) })
  expect(gone).toMatchObject({ status: 'open', filled: units('0.1') })
  expect(exchange.depth(BTC.id, 5).bids).toEqual([
    { price: units('51500'), quantity: units('0.1') },
  ])
  expect(
    told(await place('3 sell 1 BTC at 60000', { type: 'stop_limit', stopPrice: units('55000') })),
  ).toBe('stop_reached')
})

test('a stop is in the book from when its price came, whoever reads it; one that was cancelled before never was', async () => {
  const { exchange, another, endLease, fund, passMs, place } = await startTestExchange()
  for (const member of [1, 2, 3]) {
    await fund(member, '100000 USDT')
    await fund(member, '1 BTC')
  }
  await place('2 sell 0.1 BTC at 50000')
  await place('1 buy 0.1 BTC at 50000')
  const stop = (price: string) => ({ type: 'stop_limit', stopPrice: units(price) }) as const
  const ids = {
    filled: idOf(await place('3 buy 0.05 BTC at 51500', stop('51000'))),
    resting: idOf(await place('3 buy 0.1 BTC at 51500', stop('51000'))),
    waiting: idOf(await place('3 buy 0.1 BTC at 60000', stop('60000'))),
    cancelled: idOf(await place('3 buy 0.1 BTC at 60000', stop('60000'))),
    plain: idOf(await place('3 buy 0.1 BTC at 40000')),
  }
  passMs(60_000)
  await exchange.cancel({ memberId: 3, id: ids.cancelled })
  await place('2 sell 0.1 BTC at 51000')
  await place('1 buy 0.05 BTC at 51000')
  passMs(60_000)
  await exchange.cancel({ memberId: 3, id: ids.plain })
  const workingAfterMs = async (read: typeof exchange) => {
    const orders = Object.entries(ids).map(async ([name, id]) => {
      const order = await read.findOrder({ memberId: 3, id })
      const at = order?.workingAt
      return [name, order && at && at.getTime() - order.createdAt.getTime()] as const
    })
    return Object.fromEntries(await Promise.all(orders))
  }
  const expected = { filled: 60_000, resting: 60_000, waiting: undefined, cancelled: undefined }
  expect(await workingAfterMs(exchange)).toEqual({ ...expected, plain: 0 })
  await endLease()
  const second = await another('second')
  expect(await workingAfterMs(second)).toEqual({ ...expected, plain: 0 })
  // One that comes to the book there is noted like any other.
  await second.place(readOrder('2 sell 0.2 BTC at 60000'))
  passMs(60_000)
  await second.place(readOrder('1 buy 0.05 BTC at 60000'))
  expect(await workingAfterMs(second)).toMatchObject({ waiting: 180_000 })
})

const { type: _, ...stopSell } = readOrder('2 sell 1 BTC')
const stop = (price: string): NewOrder => ({
  ...stopSell,
  type: 'stop_market',
  stopPrice: units(price),
})

test.each<[string, NewOrder, string]>([
  ['the highest price', stop('1342177.28'), 'waiting 0 of 1'],
  ['more', stop('1342177.29'), 'price_too_high'],
  ['more, its collar included', stop('1412818.2'), 'price_too_high'],
  ['all that can be written', stop('92233720368.54'), 'price_too_high'],
  [
    'more, and a sound limit',
    { ...stop('20000000'), type: 'stop_limit', price: units('0.5'), quantity: units('20') },
    'price_too_high',
  ],
])('a stop price of %s is answered to its owner alone', async (_what, order, answer) => {
  const { exchange, failures, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '100 BTC')
  const outcomes = await Promise.all([
    place('1 buy 1 BNB at 100'),
    exchange.place(order),
    place('1 buy 1 BNB at 101'),
  ])
  expect(outcomes.map(told)).toEqual(['open 0 of 1', answer, 'open 0 of 1'])
  expect(failures).toEqual([])
})
