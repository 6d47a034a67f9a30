import { binance, InsufficientFunds, OrderImmediatelyFillable, OrderNotFound } from 'ccxt'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKeys } from '#bot.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** ccxt's own `binance` class, as it comes; only its addresses point at the product. */

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

/** Only spot is here; the addresses are all that is changed. */
async function connect(account: string) {
  const { key, secret } = await makeKeys(product.url, account, 'btbc-test-1')
  const client = new binance({
    apiKey: key,
    secret,
    options: { fetchMarkets: { types: ['spot'] } },
  })
  const api = client.urls['api'] as Record<string, unknown>
  api['public'] = `${product.url}/api/v3`
  api['private'] = `${product.url}/api/v3`
  api['sapi'] = `${product.url}/sapi/v1`
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
  await alice.cancelAllOrders(SYMBOL)
  expect(await alice.fetchOpenOrders(SYMBOL)).toEqual([])
})
