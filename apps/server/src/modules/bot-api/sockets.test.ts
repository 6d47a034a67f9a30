import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

import { startKeyUses } from '#modules/api-key/key-uses.ts'
import { createAddressOf } from '#network/caller-address.ts'
import { openSeats } from '#platform/sockets/admission.ts'
import { routeUpgrades } from '#platform/sockets/upgrades.ts'
import { startTestServer } from '#testing/server.ts'

import { openKlineStream } from './kline-stream.ts'
import { startLimits } from './limits.ts'
import { openListenKeys } from './listen-keys.ts'
import { startBotSockets } from './sockets.ts'
import { ask, limit, startBot } from './testing.ts'

const fail = (error: unknown) => {
  throw error
}

/** The sockets over a server's exchange, and whom they want to hear of. */
async function startSockets() {
  const server = await startTestServer()
  const { exchange, marketData } = server.app
  let isHeardOf = (_memberId: number) => false
  const http = createServer()
  const wallNow = () => server.clock.wallNow()
  const keys = openListenKeys(wallNow, (bytes) => Buffer.alloc(bytes, keysOpened++))
  let keysOpened = 1
  const uses = startKeyUses(server.db, fail)
  const sockets = startBotSockets({
    db: server.db,
    exchange: {
      ...exchange,
      onBatch(hear, wantsBalancesOf = () => false) {
        isHeardOf = wantsBalancesOf
        return exchange.onBatch(hear, wantsBalancesOf)
      },
    },
    marketData,
    uses,
    keys,
    limits: startLimits(true),
    now: () => server.clock.now(),
    wallNow,
    upgrades: routeUpgrades(http),
    addressOf: createAddressOf({ host: '127.0.0.1', publicUrl: undefined, trustProxy: [] }),
    config: { publicUrl: undefined },
    report: fail,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    sockets.stop()
    http.close()
    await uses.stop()
  })
  const open = async (path: string) => {
    const { port } = http.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    await once(socket, 'open')
    return async () => {
      socket.close()
      await once(socket, 'close')
    }
  }
  return { keys, open, isHeardOf: (memberId: number) => isHeardOf(memberId) }
}

test('a socket that closes leaves nobody listening, and hears of one member alone', async () => {
  const { keys, open, isHeardOf } = await startSockets()
  const first = keys.open({ memberId: 7001, keyId: 1 })
  const second = keys.open({ memberId: 7002, keyId: 2 })
  for (const path of [`/ws/${first}/x`, `/ws/x/${first}/${first}`, `/ws/${first}/${second}/x`]) {
    const close = await open(path)
    expect(isHeardOf(7001), path).toBe(true)
    expect(isHeardOf(7002), path).toBe(false)
    await close()
    await expect.poll(() => isHeardOf(7001)).toBe(false)
  }
})

test('however many trades there are, a stream of candles asks once at a time and then once more', async () => {
  const server = await startTestServer()
  const [market] = server.app.exchange.markets
  if (!market) throw new Error('there is no market')
  let told = 0
  const say = () => void (told += 1)
  const stream = openKlineStream({ db: server.db, market, interval: '1m', say, report: fail })
  onTestFinished(() => stream.stop())
  for (let n = 0; n < 500; n += 1) stream.grow(server.clock.now())
  await expect.poll(() => told).toBe(2)
  stream.grow(server.clock.now())
  await expect.poll(() => told).toBe(3)
})

test('an order over a socket counts as one over HTTP, and so does a question', async () => {
  const server = await startTestServer()
  const bot = await startBot(server, 'ada@example.test')
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws-api/v3`)
  await once(socket, 'open')
  onTestFinished(() => socket.terminate())
  const request = async (message: object) => {
    socket.send(JSON.stringify(message))
    const [data] = (await once(socket, 'message')) as [Buffer]
    return JSON.parse(data.toString()) as unknown
  }
  const orders = JSON.stringify(Array.from({ length: 500 }, () => ({})))
  await bot.signed('POST', '/api/v3/batchOrders', { orders })
  const order = { ...limit('50000', '0.01'), apiKey: bot.keys.key }
  const params = { ...order, timestamp: server.clock.wallNow().getTime() }
  const payload = Object.entries(params)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const signature = createHmac('sha256', bot.keys.secret).update(payload).digest('hex')
  const placed = await request({ id: 1, method: 'order.place', params: { ...params, signature } })
  expect(placed).toMatchObject({ status: 429, error: { code: -1015 } })
  // What they counted for so far leaves room for 23 questions that count for 250.
  for (let n = 0; n < 23; n += 1) {
    expect((await ask(server, '/api/v3/depth?symbol=BTCUSDT&limit=5000')).status).toBe(200)
  }
  const asked = await Promise.all(Array.from({ length: 250 }, () => ask(server, '/api/v3/ping')))
  expect(asked.at(-1)?.status).toBe(429)
  expect(await request({ id: 2, method: 'ping' })).toMatchObject({
    status: 429,
    error: { code: -1003 },
  })
})

test('sockets of one network are opened again and again only so often', () => {
  let nowMs = 0
  const seats = openSeats(() => nowMs)
  const caller = { ip: '203.0.113.5', network: '203.0.113.5', neighbourhood: '', local: false }
  const openAndClose = () => {
    const isTaken = seats.take(caller)
    if (isTaken) seats.leave(caller)
    return isTaken
  }
  expect(Array.from({ length: 300 }, openAndClose)).not.toContain(false)
  expect(openAndClose()).toBe(false)
  expect(seats.take({ ...caller, network: '203.0.113.6' })).toBe(true)
  nowMs += 5 * 60_000
  expect(openAndClose()).toBe(true)
})
