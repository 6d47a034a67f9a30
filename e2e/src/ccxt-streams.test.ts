import { pro } from 'ccxt'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKeys } from '#bot.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** ccxt's own sockets, as they come; only their addresses point at the product. */

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

test('ccxt keeps a book in step and hears of its own orders', async () => {
  const { key, secret } = await makeKeys(product.url, 'alice@btbc.test', 'btbc-test-1')
  const client = new pro.binance({
    apiKey: key,
    secret,
    options: { fetchMarkets: { types: ['spot'] } },
  })
  const api = client.urls['api'] as Record<string, unknown>
  api['public'] = `${product.url}/api/v3`
  api['private'] = `${product.url}/api/v3`
  api['sapi'] = `${product.url}/sapi/v1`
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
  } finally {
    clearInterval(timer)
    await Promise.all(placing)
  }
  const asked = await client.fetchOrderBook(SYMBOL)
  await expect.poll(() => [...(client.orderbooks[SYMBOL]?.bids ?? [])]).toEqual(asked.bids)
  await client.close()
})
