import { createRequire } from 'node:module'

import type { BinanceRest } from 'binance-api-node'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { makeKeys } from '#bot.ts'
import { makeDataDirectory, type Product, removeDataDirectory, startProduct } from '#product.ts'

/** A second public client of Binance, as it comes; only its base address is ours. */

type Open = (options: { apiKey: string; apiSecret: string; httpBase: string }) => BinanceRest
const { default: open } = createRequire(import.meta.url)('binance-api-node') as { default: Open }

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
