import { currencies } from '@btbc/money/currency.ts'
import { expect, test } from 'vitest'

import { idOf, readOrder, startTestExchange, told, units } from '#testing/exchange.ts'

const { BTC } = currencies

const refused = [
  ['off the tick', '1 buy 0.1 BTC at 60000.001', 'price_off_tick'],
  ['off the lot', '1 buy 0.000001 BTC at 60000', 'quantity_off_lot'],
  ['of nothing', '1 buy 0 BTC at 60000', 'below_minimum'],
  ['at no price', '1 buy 1 BTC at 0', 'price_required'],
  ['under the minimum', '1 buy 0.00001 BTC at 60000', 'below_minimum'],
  ['without the money', '1 buy 1 BTC at 60000', 'insufficient_balance'],
  ['without the money, and too large', '1 buy 9001 BTC at 60000', 'insufficient_balance'],
  ['beyond all numbers', '1 buy 92233720368 BTC at 92233720368', 'insufficient_balance'],
  ['without the coins, and too large', '1 sell 9001 BTC at 60000', 'insufficient_balance'],
  ['too large', '2 sell 9001 BTC at 60000', 'order_too_large'],
  ['at too high a price', '2 sell 1 BTC at 2000000', 'price_too_high'],
  ['worth too much', '2 sell 1000 BTC at 90000.01', 'above_maximum'],
  ['on an empty book', '1 buy 0.1 BTC', 'book_empty'],
] as const

test('an order off its steps, out of its range or without its funds is refused and holds nothing', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10000 BTC')
  for (const [what, text, code] of refused) {
    expect(told(await place(text)), what).toBe(code)
    expect(await has(1, 'USDT'), what).toBe('1000 + 0')
    expect(await has(2, 'BTC'), what).toBe('10000 + 0')
    expect(exchange.depth(BTC.id, 5), what).toEqual({ sequence: 0, bids: [], asks: [] })
    const elsewhere = { ...readOrder(text), marketId: 3 }
    expect(told(await exchange.place(elsewhere)), what).toBe('market_not_found')
  }
})

test('of 300 open orders in a market 200 are taken', async () => {
  const { exchange, fund, has } = await startTestExchange()
  await fund(1, '1000 USDT')
  const outcomes = await Promise.all(
    Array.from({ length: 6 }, () =>
      exchange.placeMany(Array.from({ length: 50 }, () => readOrder('1 buy 1 BNB at 1'))),
    ),
  )
  const answers = outcomes.flat().map(told)
  expect(answers.filter((answer) => answer === 'open 0 of 1').length).toBe(200)
  expect(answers.filter((answer) => answer === 'too_many_orders').length).toBe(100)
  expect(await has(1, 'USDT')).toBe('800 + 200')
  expect(exchange.openOrders(1).length).toBe(200)
  expect((await exchange.cancelAll(1)).map(told)).toEqual(
    Array.from({ length: 200 }, () => 'cancelled 0 of 1'),
  )
  expect(await has(1, 'USDT')).toBe('1000 + 0')
})

test('a client id is one open order, or for a retry the first order whatever became of it', async () => {
  const { exchange, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const first = await place('1 buy 1 BNB at 100', { clientId: 'a' })
  expect(told(await place('1 buy 1 BNB at 100', { clientId: 'a' }))).toBe('client_id_taken')
  const retry = { clientId: 'a', onRepeat: 'first' } as const
  expect(idOf(await place('1 buy 1 BNB at 100', retry))).toBe(idOf(first))
  await place('2 sell 1 BNB at 100', { clientId: 'a' })
  expect(idOf(await place('1 buy 1 BNB at 100', retry))).toBe(idOf(first))
  expect(await exchange.findOrder({ memberId: 1, clientId: 'a' })).toMatchObject({
    id: idOf(first),
    status: 'filled',
  })
  // An ended order's client id may be used anew.
  const second = await place('1 buy 1 BNB at 100', { clientId: 'a' })
  expect(idOf(second)).not.toBe(idOf(first))
  expect(await exchange.findOrder({ memberId: 1, clientId: 'a' })).toMatchObject({
    id: idOf(second),
  })
})

test('an order is cancelled once, by its owner alone', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const open = await place('1 buy 2 BNB at 100')
  await place('2 sell 0.5 BNB at 100')
  const id = idOf(open)
  expect(told(await exchange.cancel({ memberId: 2, id }))).toBe('order_not_found')
  expect(await exchange.findOrder({ memberId: 2, id })).toBeUndefined()
  const outcomes = await Promise.all([1, 2, 3].map(() => exchange.cancel({ memberId: 1, id })))
  expect(outcomes.map(told)).toEqual(['cancelled 0.5 of 2', 'order_ended', 'order_ended'])
  expect(outcomes[0]).toMatchObject({ released: units('150') })
  expect(await has(1, 'USDT')).toBe('950 + 0')
  const filled = await place('1 buy 1 BNB at 100')
  await place('2 sell 1 BNB at 100')
  expect(told(await exchange.cancel({ memberId: 1, id: idOf(filled) }))).toBe('order_filled')
})

test('amending makes an order smaller and keeps its place', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  for (const member of [1, 3]) await fund(member, '1000 USDT')
  await fund(2, '10 BNB')
  const first = await place('1 buy 4 BNB at 100')
  await place('3 buy 4 BNB at 100')
  const amend = (quantity: string) =>
    exchange.amend({ memberId: 1, id: idOf(first), quantity: units(quantity) })
  expect(told(await amend('5'))).toBe('amend_only_less')
  expect(told(await amend('2'))).toBe('open 0 of 2')
  expect(await has(1, 'USDT')).toBe('800 + 200')
  expect(exchange.depth(18, 1).bids).toEqual([{ price: units('100'), quantity: units('6') }])
  await place('2 sell 1 BNB at 100')
  expect(await has(1, 'BNB')).toBe('0.999 + 0')
  expect(told(await amend('1'))).toBe('amend_only_less')
})
