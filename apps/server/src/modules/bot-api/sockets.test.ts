import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { listApiKeys } from '@btbc/contract/api-key.ts'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'

import { startKeyUses } from '#modules/api-key/key-uses.ts'
import { createAddressOf } from '#network/caller-address.ts'
import { connectionLimiter } from '#platform/sockets/admission.ts'
import { routeUpgrades } from '#platform/sockets/upgrades.ts'
import { openLive } from '#testing/live.ts'
import { ok, startTestServer } from '#testing/server.ts'

import { openKlineStream } from './kline-stream.ts'
import { startLimits } from './limits.ts'
import { openListenKeys } from './listen-keys.ts'
import { startBotSockets } from './sockets.ts'
import { ask, limit, startBot } from '#testing/bots.ts'

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
    events: { follow: () => () => undefined },
    exchange: {
      ...exchange,
      onBatch(hear, wantsBalancesOf = () => false) {
        isHeardOf = wantsBalancesOf
        return exchange.onBatch(hear, wantsBalancesOf)
      },
    },
    marketData,
    uses,
    terms: { current: () => ({ version: 1 }) },
    keys,
    limits: startLimits(true),
    now: () => server.clock.now(),
    wallNow,
    transact: (work) => server.db.transaction().execute(work),
    upgrades: routeUpgrades(http),
    addressOf: createAddressOf({ host: '127.0.0.1', publicUrl: undefined, trustProxy: [] }),
    config: { publicUrl: undefined },
    report: fail,
  })
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    await sockets.stop()
    http.close()
    await uses.stop()
  })
  const open = async (path: string) => {
    const { port } = http.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    await once(socket, 'open')
    const closed = once(socket, 'close').then(([code]) => Number(code))
    return Object.assign(
      async () => {
        socket.close()
        await closed
      },
      { socket, closed },
    )
  }
  return { server, keys, open, isHeardOf: (memberId: number) => isHeardOf(memberId) }
}

test('who listens under a listen key is told that it has ended, and hears no more', async () => {
  const { server, keys, open, isHeardOf } = await startSockets()
  const { member } = await startBot(server, 'ada@example.test')
  const [key] = ok(await server.call(listApiKeys, {}, { as: member }))
  const owner = { memberId: member.id, keyId: key?.id ?? 0 }
  const opened = () => keys.open(owner)
  const closedByHand = opened()
  const { closed } = await open(`/ws/${closedByHand}`)
  expect(isHeardOf(member.id)).toBe(true)
  keys.close(member.id, closedByHand)
  expect(isHeardOf(member.id)).toBe(false)
  expect(await closed).toBe(1008)

  // Who hears of a market as well goes on with that.
  const left = opened()
  const close = await open(`/ws/${left}/btcusdt@trade`)
  const told = once(close.socket, 'message')
  server.clock.pass({ minutes: 61 })
  await expect.poll(() => isHeardOf(member.id)).toBe(false)
  const [data] = (await told) as [Buffer]
  expect(JSON.parse(data.toString())).toMatchObject({ e: 'listenKeyExpired', listenKey: left })
  expect(close.socket.readyState).toBe(WebSocket.OPEN)
  await close()
})

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

test('the name of a stream costs the same however many there are, and lasts an hour since the last sign', () => {
  let [looks, nowMs, opened] = [0, 0, 0]
  const wallNow = () => {
    looks += 1
    return new Date(nowMs)
  }
  const keys = openListenKeys(wallNow, (bytes) => Buffer.from(String(opened++).padStart(bytes)))
  const open = (id: number) => keys.open({ memberId: id, keyId: id })
  const [old] = Array.from({ length: 1000 }, (_, id) => open(id))
  looks = 0
  const key = open(1000)
  expect(looks).toBeLessThan(5)
  nowMs = 59 * 60_000
  expect(open(1000)).toBe(key)
  nowMs = 61 * 60_000
  expect(open(0)).not.toBe(old)
  expect(keys.ownerOf(key)).toMatchObject({ memberId: 1000 })
  keys.forget(1000)
  expect(keys.ownerOf(key)).toBeUndefined()
})

test('however many trades there are, a stream of candles asks once at a time and then once more', async () => {
  const server = await startTestServer()
  const [market] = server.app.exchange.markets
  if (!market) throw new Error('there is no market')
  let told = 0
  const say = () => void (told += 1)
  const of = { market, interval: '1m', openedAt: server.clock.now() } as const
  const stream = openKlineStream({ db: server.db, ...of, say, report: fail })
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
  const params = bot.inFrame(limit('50000', '0.01'))
  const placed = await request({ id: 1, method: 'order.place', params })
  expect(placed).toMatchObject({ status: 429, error: { code: -1015 } })
  // What its member counted for takes no room from 24 questions that count for 250; they take it from others.
  for (let n = 0; n < 24; n += 1) {
    expect((await ask(server, '/api/v3/depth?symbol=BTCUSDT&limit=5000')).status).toBe(200)
  }
  expect(await request({ id: 2, method: 'ping' })).toMatchObject({
    status: 429,
    error: { code: -1003 },
  })
  const cancel = { method: 'order.cancel', params: bot.inFrame({ symbol: 'BTCUSDT', orderId: 7 }) }
  expect(await request({ id: 3, ...cancel })).toMatchObject({ error: { code: -2011 } })
  const unknown = { ...cancel, params: { ...cancel.params, apiKey: 'x'.repeat(64) } }
  expect(await request({ id: 4, ...unknown })).toMatchObject({ status: 429 })
})

test('sockets of one network are opened again and again only so often', () => {
  let nowMs = 0
  const seats = connectionLimiter(() => nowMs)
  const caller = { ip: '203.0.113.5', network: '203.0.113.5', neighbourhood: '', local: false }
  const openAndClose = () => {
    const seat = seats.take(caller)
    seat?.leave()
    return seat !== undefined
  }
  expect(Array.from({ length: 1500 }, openAndClose)).not.toContain(false)
  expect(openAndClose()).toBe(false)
  expect(seats.take({ ...caller, network: '203.0.113.6' })).toBeDefined()
  nowMs += 5 * 60_000
  expect(openAndClose()).toBe(true)
})

test('members of one network count by who they are, and one member has only so many sockets', () => {
  const seats = connectionLimiter(() => 0)
  const caller = { ip: '203.0.113.5', network: '203.0.113.5', neighbourhood: '', local: false }
  const strangers = Array.from({ length: 40 }, () => seats.take(caller))
  expect(strangers).not.toContain(undefined)
  expect(seats.take(caller)).toBeUndefined()
  // Whoever logs in makes room for the next.
  for (const [n, seat] of strangers.slice(0, 21).entries()) {
    expect(seat?.moveTo(7), String(n)).toBe(n < 20)
  }
  const next = Array.from({ length: 20 }, () => seats.take(caller))
  expect(next).not.toContain(undefined)
  expect(seats.take(caller)).toBeUndefined()
  // Logged out it is one of the network again, which has no room; what leaves makes some.
  expect(strangers[0]?.moveTo(undefined)).toBe(false)
  next[0]?.leave()
  expect(strangers[0]?.moveTo(undefined)).toBe(true)
  expect(strangers[20]?.moveTo(7)).toBe(true)
})

test('a server that has lost the markets says so on every socket, and goes on when it has them again', async () => {
  const server = await startTestServer()
  const bot = await startBot(server, 'ada@example.test')
  const wsUrl = server.url.replace('http', 'ws')
  const live = await openLive(server.url, { token: bot.member.token })
  for (const topic of ['daymarket', 'orders']) {
    expect(await live.subscribe(topic)).toMatchObject({ type: 'snapshot' })
  }
  const stream = new WebSocket(`${wsUrl}/ws/btcusdt@trade`)
  await once(stream, 'open')
  const closed = once(stream, 'close')
  const api = new WebSocket(`${wsUrl}/ws-api/v3`)
  await once(api, 'open')
  onTestFinished(() => api.terminate())
  const lease = { owner: 'another', until: new Date('2126-01-01') }
  await server.db
    .updateTable('market_lease')
    .set(({ eb }) => ({
      ...lease,
      epoch: eb('epoch', '+', 1n),
      settled_epoch: eb('epoch', '+', 1n),
    }))
    .execute()

  for (const topic of ['daymarket', 'orders']) {
    const told = await live.next((each) => 'op' in each && each.op === 'error')
    expect(told).toEqual({ op: 'error', code: 'unavailable', topic })
    live.say({ op: 'sub', topic })
    const asked = await live.next((each) => 'topic' in each && each.topic === topic)
    expect(asked).toMatchObject({ code: 'unavailable' })
  }
  // What else happens to a member every server hears.
  expect(await live.subscribe('events')).toMatchObject({ type: 'snapshot' })
  expect((await closed)[0]).toBe(1013)
  const refused = new WebSocket(`${wsUrl}/stream?streams=btcusdt@depth`)
  expect(String((await once(refused, 'error'))[0])).toContain('503')
  const method = 'userDataStream.subscribe.signature'
  api.send(JSON.stringify({ id: 1, method, params: bot.inFrame() }))
  const [answer] = (await once(api, 'message')) as [Buffer]
  expect(JSON.parse(answer.toString())).toMatchObject({ status: 503, error: { code: -1008 } })
  // Nobody is given a key to a stream that is not here, nor told that theirs is none.
  const keyCall = `${server.url}/api/v3/userDataStream?listenKey=elsewhere`
  const headers = { 'x-mbx-apikey': bot.keys.key }
  for (const verb of ['POST', 'PUT', 'DELETE']) {
    const response = await fetch(keyCall, { method: verb, headers })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ code: -1008 })
  }

  await server.db
    .updateTable('market_lease')
    .set({ until: new Date(0) })
    .execute()
  await expect
    .poll(async () => await live.subscribe('orders').catch(() => undefined))
    .toMatchObject({ type: 'snapshot' })
})
