import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { CommittedBatch } from './exchange.ts'
import { idOf, plain, readOrder, startTestExchange, told, units } from '#testing/exchange.ts'
import { waitForWaiting } from '#testing/waiting.ts'

test('those who watch see every commit in order, and nothing of what was refused', async () => {
  const { exchange, fund, place, has } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const seen: CommittedBatch[] = []
  exchange.onBatch(
    (batch) => seen.push(batch),
    () => true,
  )
  await place('1 buy 2 BNB at 100')
  await place('1 buy 2 BNB at 0.001')
  await place('2 sell 3 BNB at 99')
  const markets = seen.flatMap((batch) => batch.markets)
  expect(markets.map(({ sequence }) => sequence)).toEqual([1, 2])
  expect(markets[1]).toMatchObject({
    bids: [{ price: units('100'), quantity: 0n }],
    asks: [{ price: units('99'), quantity: units('1') }],
    trades: [{ id: 1, takerSide: 'sell', price: units('100'), quantity: units('2') }],
  })
  const last = seen.at(-1)
  expect(last?.orders.map(({ order, isNew }) => [order.memberId, order.status, isNew])).toEqual([
    [2, 'open', true],
    [1, 'filled', false],
  ])
  for (const change of last?.balances ?? []) {
    const code = change.currency === 3 ? 'USDT' : 'BNB'
    expect(await has(change.memberId, code)).toBe(
      `${plain(change.available)} + ${plain(change.held)}`,
    )
  }
  expect(last?.balances.length).toBe(4)
})

test('orders and trades are in the history at once and exactly once', async () => {
  const { exchange, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const buy = await place('1 buy 2 BNB at 100', { clientId: 'mine' })
  await place('2 sell 0.5 BNB at 100')
  await place('2 sell 1.5 BNB at 100')
  await place('1 buy 1 BNB at 50')
  const all = await exchange.ordersOf(1, { limit: 10 })
  expect(all.map(({ status, filled }) => [status, plain(filled)])).toEqual([
    ['open', '0'],
    ['filled', '2'],
  ])
  const fills = await exchange.fillsOf(1, { limit: 10, orderId: idOf(buy) })
  expect(
    fills.map(({ tradeId, quantity, isMaker }) => [tradeId, plain(quantity), isMaker]),
  ).toEqual([
    [2, '1.5', true],
    [1, '0.5', true],
  ])
  expect(await exchange.countEndedOrders(2)).toBe(2)
  expect((await exchange.trades(18, { limit: 10 })).map(({ id }) => id)).toEqual([1, 2])
  expect(await exchange.ordersOf(1, { limit: 1, skip: 1 })).toMatchObject([{ clientId: 'mine' }])
})

test('a list of orders is of the moment it is asked for, whatever ends or begins while it is read', async () => {
  const { db, exchange, fund, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const first = idOf(await place('1 buy 1 BNB at 50'))
  /** The list waits for this table meanwhile. */
  const list = async (table: string, meanwhile: () => Promise<unknown>) => {
    const { asked } = await db.transaction().execute(async (tx) => {
      await sql`lock table ${sql.ref(table)} in access exclusive mode`.execute(tx)
      await place('2 sell 0.1 BNB at 900')
      const orders = exchange.ordersOf(1, { fromId: 0n, limit: 10 })
      await waitForWaiting(db)
      await meanwhile()
      return { asked: orders }
    })
    return (await asked).map(({ id }) => id)
  }
  // It ends when the lists are complete.
  const cancel = () => exchange.cancel({ memberId: 1, id: first })
  expect(await list('exchange_orders_of_member', cancel)).toEqual([first])
  // The second one gets into the lists, and whoever goes on behind it has not seen the first.
  const orders: bigint[] = []
  const trade = async () => {
    await place('2 sell 1 BNB at 100')
    for (const price of [60, 100]) orders.push(idOf(await place(`1 buy 1 BNB at ${price}`)))
  }
  expect(await list('exchange_indexed', trade)).toEqual([first])
  const rest = await exchange.ordersOf(1, { fromId: first + 1n, limit: 10 })
  expect(rest.map(({ id }) => id)).toEqual(orders)
})

test('the exchange opens though its lists fail: who asks for them is told, until they are there', async () => {
  const { db, exchange, another, failures, fund } = await startTestExchange()
  await fund(1, '1000 USDT')
  await exchange.stop()
  await sql`alter table exchange_indexed rename to exchange_indexed_away`.execute(db)
  const next = await another('next')
  const open = await next.place(readOrder('1 buy 1 BNB at 100'))
  expect(told(open)).toBe('open 0 of 1')
  expect(next.openOrders(1)).toHaveLength(1)
  await expect(next.ordersOf(1, { limit: 10 })).rejects.toThrow('unavailable')
  await expect(next.fillsOf(1, { limit: 10 })).rejects.toThrow('unavailable')
  expect(failures.join()).toContain('exchange_indexed')
  await sql`alter table exchange_indexed_away rename to exchange_indexed`.execute(db)
  expect(await next.ordersOf(1, { limit: 10 })).toHaveLength(1)
})
