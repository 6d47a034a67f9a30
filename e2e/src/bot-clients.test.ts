import { createRequire } from 'node:module'

import type { BinanceRest } from 'binance-api-node'
import { binance, InsufficientFunds, OrderImmediatelyFillable, OrderNotFound, pro } from 'ccxt'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKeys } from '#bot.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** Public clients of Binance, as they come; only their addresses point at the product. */

type Open = (options: { apiKey: string; apiSecret: string; httpBase: string }) => BinanceRest
const { default: open } = createRequire(import.meta.url)('binance-api-node') as { default: Open }

const SYMBOL = 'BTBC/USDT'

let dataDirectory = ''
let product: Product

beforeAll(async () => {
  dataDirectory = makeDataDirectory()
  product = await startProduct(dataDirectory, { BTBC_LIQUIDITY: '0' })
})

afterAll(async () => {
  await product.end('SIGTERM')
  removeDataDirectory(dataDirectory)
})

const ONLY_SPOT = { options: { fetchMarkets: { types: ['spot'] } } }

/** Its addresses are all that is changed of a client of ccxt. */
function pointHere(client: binance): Record<string, unknown> {
  const api = client.urls['api'] as Record<string, unknown>
  api['public'] = `${product.url}/api/v3`
  api['private'] = `${product.url}/api/v3`
  api['sapi'] = `${product.url}/sapi/v1`
  return api
}

async function connect(account: string): Promise<binance> {
  const { key, secret } = await makeKeys(product.url, account, 'btbc-test-1')
  const client = new binance({ apiKey: key, secret, ...ONLY_SPOT })
  pointHere(client)
  await client.loadMarkets()
  return client
}

test('ccxt reads the markets, places, reads and cancels', async () => {
  const [alice, bob] = [await connect('alice@btbc.test'), await connect('bob@btbc.test')]
  expect(alice.market(SYMBOL)).toMatchObject({
    active: true,
    precision: { price: 0.0001, amount: 0.01 },
  })

  const rest = await alice.createOrder(SYMBOL, 'limit', 'buy', 10, 0.8, { clientOrderId: 'ccxt-1' })
  expect(rest).toMatchObject({ status: 'open', amount: 10, price: 0.8 })
  const found = await alice.fetchOrder('', SYMBOL, { clientOrderId: 'ccxt-1' })
  expect(found.id).toBe(rest.id)
  expect(await alice.fetchOpenOrders(SYMBOL)).toHaveLength(1)
  const book = await alice.fetchOrderBook(SYMBOL)
  expect(book.bids).toEqual([[0.8, 10]])

  const sold = await bob.createOrder(SYMBOL, 'market', 'sell', 4)
  expect(sold).toMatchObject({ status: 'closed', filled: 4, average: 0.8 })
  const ioc = await bob.createOrder(SYMBOL, 'limit', 'sell', 2, 0.8, { timeInForce: 'IOC' })
  expect(ioc.status).toBe('closed')
  const crossing = bob.createOrder(SYMBOL, 'limit', 'sell', 2, 0.8, { postOnly: true })
  await expect(crossing).rejects.toThrow(OrderImmediatelyFillable)
  const maker = await bob.createOrder(SYMBOL, 'limit', 'sell', 2, 0.9, { postOnly: true })
  expect(await bob.cancelOrder(maker.id ?? '', SYMBOL)).toMatchObject({ status: 'canceled' })
  await expect(bob.cancelOrder(maker.id ?? '', SYMBOL)).rejects.toThrow(OrderNotFound)
  const tooMuch = bob.createOrder(SYMBOL, 'limit', 'sell', 8_000_000, 0.9)
  await expect(tooMuch).rejects.toThrow(InsufficientFunds)

  expect(await alice.fetchMyTrades(SYMBOL)).toHaveLength(2)
  expect(await alice.fetchTrades(SYMBOL)).toHaveLength(2)
  expect((await alice.fetchTicker(SYMBOL)).last).toBe(0.8)
  expect((await alice.fetchOHLCV(SYMBOL, '1m')).length).toBeGreaterThan(0)
  const balance = await alice.fetchBalance()
  expect(balance['USDT']).toMatchObject({ used: 3.2 })
  expect(await alice.fetchTradingFee(SYMBOL)).toMatchObject({ maker: 0.001, taker: 0.001 })
  expect(await alice.fetchDepositAddress('USDT')).toMatchObject({ currency: 'USDT' })
  expect(await alice.fetchStatus()).toMatchObject({ status: 'ok' })
  await alice.cancelAllOrders(SYMBOL)
  expect(await alice.fetchOpenOrders(SYMBOL)).toEqual([])
})

test('binance-api-node places, reads and cancels', async () => {
  const { key, secret } = await makeKeys(product.url, 'alice@btbc.test', 'btbc-test-1')
  const client: BinanceRest = open({ apiKey: key, apiSecret: secret, httpBase: product.url })
  expect(await client.ping()).toBe(true)
  const order = { symbol: 'BTBCUSDT', side: 'BUY', quantity: '10', price: '0.8' } as const
  const placed = await client.order({ ...order, type: 'LIMIT' } as never)
  expect(placed).toMatchObject({ status: 'NEW', origQty: '10.00000000' })
  const named = { symbol: 'BTBCUSDT', orderId: placed.orderId }
  expect(await client.getOrder(named)).toMatchObject({ status: 'NEW', price: '0.80000000' })
  expect(await client.openOrders({ symbol: 'BTBCUSDT' })).toHaveLength(1)
  expect(await client.cancelOrder(named)).toMatchObject({ status: 'CANCELED' })
  await expect(client.cancelOrder(named)).rejects.toThrow('Unknown order sent.')
})

test('ccxt keeps a book in step and hears of its own orders', async () => {
  const { key, secret } = await makeKeys(product.url, 'alice@btbc.test', 'btbc-test-1')
  const client = new pro.binance({ apiKey: key, secret, ...ONLY_SPOT })
  const api = pointHere(client)
  const sockets = api['ws'] as Record<string, unknown>
  const address = product.url.replace('http', 'ws')
  sockets['spot'] = `${address}/ws`
  sockets['ws-api'] = { spot: `${address}/ws-api/v3` }
  // What ccxt itself asks for where sockets are not encrypted.
  await client.loadHttpProxyAgent()
  await client.loadMarkets()

  const heard = client.watchOrders(SYMBOL)
  const watched = client.watchOrderBook(SYMBOL)
  const placing: Promise<unknown>[] = []
  const timer = setInterval(() => {
    const n = placing.length + 1
    placing.push(client.createOrder(SYMBOL, 'limit', 'buy', 10 + n, 0.5 + n / 1000))
  }, 400)
  try {
    const [order] = await heard
    expect(order).toMatchObject({ symbol: SYMBOL, side: 'buy', status: 'open' })
    await watched
    const book = await client.watchOrderBook(SYMBOL)
    expect(book.bids.length).toBeGreaterThan(0)
    expect(await client.watchTicker(SYMBOL)).toMatchObject({ symbol: SYMBOL })
    expect(Object.keys(await client.watchTickers())).toContain(SYMBOL)
    const placed = await client.createOrderWs(SYMBOL, 'limit', 'buy', 10, 0.4)
    const found = await client.fetchOrderWs(placed.id ?? '', SYMBOL)
    expect(found).toMatchObject({ status: 'open', price: 0.4 })
    expect(await client.cancelOrderWs(placed.id ?? '', SYMBOL)).toMatchObject({ id: placed.id })
  } finally {
    clearInterval(timer)
    await Promise.all(placing)
  }
  const asked = await client.fetchOrderBook(SYMBOL)
  await expect.poll(() => [...(client.orderbooks[SYMBOL]?.bids ?? [])]).toEqual(asked.bids)
  await client.close()
})
