import { setTimeout as sleep } from 'node:timers/promises'

import { placeSell } from '@btbc/contract/exchange.ts'
import type { LiveBalance, LiveOrder } from '@btbc/contract/live.ts'
import { logOut } from '@btbc/contract/session.ts'
import { listWallets, transferCoins } from '@btbc/contract/wallet.ts'
import { formatAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { NewOrder } from '#modules/exchange/exchange.ts'
import { give } from '#testing/funds.ts'
import { submitIdentity } from '#testing/identity.ts'
import { type LiveClient, openLive, readBook } from '#testing/live.ts'
import { ok, startTestServer, type TestServer } from '#testing/server.ts'

const { BTC, USDT, BTBC } = currencies
const DEPTH = `market_depth:${BTBC.id}`
const TICK = UNIT / 10_000n
const isCampaign = process.env['BTBC_CAMPAIGN'] === '1'
const CLIENTS = isCampaign ? 500 : 100
const STORMS = isCampaign ? 20 : 3

test('a client knows the book of the server after any number of changes', async () => {
  const { server, traders } = await startMarket()
  const early = await openLive(server.url)
  await early.subscribe(DEPTH)
  const trading = trade(server, traders, 40)
  const late = await openLive(server.url)
  await late.subscribe(DEPTH)
  await trading
  await settle(server, [early, late])
  const { bids, asks } = server.app.exchange.depth(BTBC.id, 20)
  const expected = { bids: bids.map(show), asks: asks.map(show) }
  expect(expected.bids.length + expected.asks.length).toBeGreaterThan(4)
  expect(readBook(early.framesOf(DEPTH))).toEqual(expected)
  expect(readBook(late.framesOf(DEPTH))).toEqual(expected)
  // Changes come together: at most one frame in 50 ms.
  expect(early.framesOf(DEPTH).length).toBeGreaterThan(1)
})

test('after a cut a client goes on from its last number, and from a snapshot when that is unknown', async () => {
  const { server, traders } = await startMarket()
  const first = await openLive(server.url)
  await first.subscribe(DEPTH)
  await trade(server, traders, 5)
  await settle(server, [first])
  const known = first.framesOf(DEPTH)
  first.socket.terminate()
  await trade(server, traders, 5)

  const second = await openLive(server.url)
  const since = known.at(-1)?.seq ?? 0
  expect(await second.subscribe(DEPTH, since)).toMatchObject({ op: 'sub', resumed: true })
  await settle(server, [second])
  const { bids, asks } = server.app.exchange.depth(BTBC.id, 20)
  const missed = second.framesOf(DEPTH)
  expect(missed.length).toBeGreaterThan(0)
  expect(missed.every(({ type }) => type === 'delta')).toBe(true)
  expect(readBook([...known, ...missed])).toEqual({ bids: bids.map(show), asks: asks.map(show) })
  for (const unknown of [0, since - 100_000, since + 1_000_000]) {
    expect(await second.subscribe(DEPTH, unknown)).toMatchObject({ type: 'snapshot' })
  }
})

test('trades and the day arrive as they are made, the newest in the snapshot', async () => {
  const { server, traders } = await startMarket()
  const [maker, taker] = traders
  const client = await openLive(server.url)
  expect(await client.subscribe(`trades:${BTBC.id}`)).toMatchObject({ data: [] })
  await client.subscribe('daymarket')
  await place(server, { memberId: maker.id, side: 'sell', price: 8000n, quantity: 10n })
  await place(server, { memberId: taker.id, side: 'buy', price: 8000n, quantity: 4n })
  const tape = await client.next((each) => 'type' in each && each.topic === `trades:${BTBC.id}`)
  expect(tape).toMatchObject({
    type: 'delta',
    data: [{ id: 1, price: '0.80000000', number: '4.00000000', direction: 'in' }],
  })
  const day = await client.next((each) => 'type' in each && each.type === 'delta')
  expect(day).toMatchObject({
    topic: 'daymarket',
    data: [{ currency_id: BTBC.id, now_price: '0.80000000', volume: '4.00000000' }],
  })
  const later = await openLive(server.url)
  expect(await later.subscribe(`trades:${BTBC.id}`)).toMatchObject({ data: [{ id: 1 }] })
})

test('orders, balances and inbox go to their owner and to nobody else', async () => {
  const { server, traders } = await startMarket()
  const [alice, bob] = traders
  const stranger = await openLive(server.url)
  const ofAlice = await openLive(server.url, { token: alice.token })
  const ofBob = await openLive(server.url, { token: bob.token })
  for (const topic of ['orders', 'balances', 'inbox', 'events']) {
    stranger.say({ op: 'sub', topic })
    expect(await stranger.next(() => true)).toEqual({ op: 'error', code: 'login_required', topic })
    await ofAlice.subscribe(topic)
    await ofBob.subscribe(topic)
  }
  const placed = ok(
    await server.call(
      placeSell,
      { legal_id: 3, currency_id: BTBC.id, price: '0.8', num: '10', mode: 2 },
      { as: alice },
    ),
  )
  const opened = await ofAlice.next((each) => 'type' in each && each.type === 'delta')
  expect(opened).toMatchObject({ topic: 'orders', data: [{ id: placed.id, status: 'open' }] })
  const held = await ofAlice.next((each) => 'topic' in each && each.topic === 'balances')
  expect(held).toMatchObject({
    data: [{ currency_name: 'BTBC', lock_change_balance: '10.00000000' }],
  })
  await settle(server, [ofBob])
  expect(ofBob.frames.every(({ type }) => type === 'snapshot')).toBe(true)
  const event = await ofAlice.next((each) => 'type' in each && each.topic === 'events')
  expect(event).toMatchObject({
    data: [{ kind: 'order.changed', about: ['orders', 'balances'] }],
  })

  await place(server, { memberId: bob.id, side: 'buy', price: 8000n, quantity: 10n })
  const news = await ofAlice.next((each) => 'topic' in each && each.topic === 'inbox')
  expect(news).toMatchObject({ data: [{ kind: 'order_filled', order_id: placed.id }] })
  await settle(server, [ofAlice, ofBob])
  const orders = ofAlice.framesOf('orders').flatMap(({ data }) => data as LiveOrder[])
  expect(orders.at(-1)).toMatchObject({ id: placed.id, status: 'filled', filled: '10.00000000' })
  expect(orders.every(({ id }) => id === placed.id)).toBe(true)
  expect(stranger.frames).toEqual([])
  await expectBalances(server, ofAlice, alice)
  await expectBalances(server, ofBob, bob)
})

test('own events say what to read again, and nothing of it is lost by a cut', async () => {
  const { server, traders } = await startMarket()
  const [alice, bob] = traders
  const first = await openLive(server.url, { token: alice.token })
  const ofBob = await openLive(server.url, { token: bob.token })
  for (const client of [first, ofBob]) {
    expect(await client.subscribe('events')).toMatchObject({ type: 'snapshot', data: [] })
  }
  const move = {
    currency_id: USDT.id,
    number: '1',
    from_field: 'change',
    to_field: 'legal',
  } as const
  ok(await server.call(transferCoins, move, { as: alice }))
  const changed = (each: object) => 'type' in each && each.type === 'delta'
  const told = await first.next(changed)
  expect(told).toMatchObject({ data: [{ kind: 'balance.changed' }] })
  first.socket.terminate()
  await first.closed
  ok(await server.call(transferCoins, move, { as: alice }))
  const second = await openLive(server.url, { token: alice.token })
  const since = first.framesOf('events').at(-1)?.seq ?? 0
  expect(await second.subscribe('events', since)).toMatchObject({ resumed: true })
  expect(await second.next(changed)).toMatchObject({ data: [{ kind: 'balance.changed' }] })
  // A refused call changes nothing, and one of another member is none of Bob's business.
  const tooMuch = { ...move, number: '999999' }
  expect(await server.call(transferCoins, tooMuch, { as: alice })).toMatchObject({
    type: 'error',
  })
  await settle(server, [second, ofBob])
  expect(second.framesOf('events')).toHaveLength(1)
  expect(ofBob.framesOf('events')).toHaveLength(1)

  // A step of a state machine is an event of its member, whoever took it.
  await submitIdentity(server, alice)
  await server.db
    .updateTable('identity')
    .set({ submitted_at: new Date(0) })
    .execute()
  await server.app.jobs.sweep()
  expect(await second.next(changed)).toMatchObject({
    data: [
      { kind: 'identity.changed', about: ['identity'] },
      { kind: 'notice.added', about: ['notices'] },
    ],
  })
  expect(ofBob.framesOf('events')).toHaveLength(1)
})

test('the day forgets what is older than 24 hours, without a trade to say so', async () => {
  const { server, traders } = await startMarket()
  const [maker, taker] = traders
  await place(server, { memberId: maker.id, side: 'sell', price: 8000n, quantity: 10n })
  await place(server, { memberId: taker.id, side: 'buy', price: 8000n, quantity: 10n })
  const client = await openLive(server.url)
  await client.subscribe('daymarket')
  server.clock.pass({ hours: 25 })
  expect(await client.next((each) => 'type' in each && each.type === 'delta')).toMatchObject({
    data: [{ currency_id: BTBC.id, now_price: '0.80000000', volume: '0.00000000' }],
  })
})

test('whoever logs in as somebody else hears nothing more of the first', async () => {
  const { server, traders } = await startMarket()
  const [alice, bob] = traders
  const client = await openLive(server.url, { token: alice.token })
  await client.subscribe('orders')
  client.say({ op: 'auth', token: bob.token })
  await client.next((each) => 'op' in each && each.op === 'auth')
  await place(server, { memberId: alice.id, side: 'sell', price: 9000n, quantity: 10n })
  await settle(server, [client])
  expect(client.frames.map(({ type }) => type)).toEqual(['snapshot'])
  client.say({ op: 'auth', token: 'nobody-has-this-token-0123456789' })
  expect(await client.next((each) => 'op' in each && each.op === 'auth')).toMatchObject({
    ok: false,
  })
})

test('the socket of a session that is ended is closed by the server', async () => {
  const { server, traders } = await startMarket()
  const [alice] = traders
  const client = await openLive(server.url, { token: alice.token })
  await client.subscribe('orders')
  const other = await openLive(server.url)
  ok(await server.call(logOut, {}, { as: alice }))
  expect((await client.closed).code).toBe(4001)
  expect(other.socket.readyState).toBe(other.socket.OPEN)
})

test('a topic that failed is named, and a socket whose login failed is closed to come again', async () => {
  const server = await startTestServer()
  const { token } = await server.join('alice@example.com')
  const hideTables = async () => await sql`alter schema public rename to away`.execute(server.db)
  const showTables = async () => await sql`alter schema away rename to public`.execute(server.db)
  await hideTables()
  const unknown = await openLive(server.url)
  unknown.say({ op: 'auth', token })
  unknown.say({ op: 'sub', topic: 'events' })
  expect((await unknown.closed).code).toBe(1013)
  await showTables()
  const client = await openLive(server.url, { token })
  await hideTables()
  const topic = 'balances'
  expect(await client.subscribe(topic)).toEqual({ op: 'error', code: 'try_again', topic })
  await showTables()
  expect(await client.subscribe(topic)).toMatchObject({ type: 'snapshot' })
})

test('a socket that floods, sends too much at once or comes from another site is closed', async () => {
  const server = await startTestServer()
  const flooding = await openLive(server.url)
  for (let n = 0; n < 300; n += 1) flooding.say({ op: 'ping' })
  expect((await flooding.closed).code).toBe(4008)
  const oversize = await openLive(server.url)
  oversize.say('x'.repeat(5000))
  expect((await oversize.closed).code).toBe(1009)
  await expect(openLive(server.url, { origin: 'https://elsewhere.test' })).rejects.toThrow('403')
  const own = await openLive(server.url, { origin: server.url })
  own.say({ op: 'ping' })
  expect(await own.next(() => true)).toEqual({ op: 'pong' })
})

test('whatever is not a request is answered as one error, and the socket lives on', async () => {
  const server = await startTestServer()
  const client = await openLive(server.url)
  const odd = ['', '{', 'null', '[]', '1', '{"op":"sub"}', '{"op":"sub","topic":7}', '{"op":"x"}']
  for (const text of [...odd, JSON.stringify({ op: 'ping', more: 1 })]) {
    client.say(text)
    expect(await client.next(() => true)).toEqual({ op: 'error', code: 'invalid_request' })
  }
  for (const topic of ['market_depth:2', 'market_depth:', 'constructor', 'trades:1 ', 'orders:1']) {
    client.say({ op: 'sub', topic })
    expect(await client.next(() => true)).toEqual({ op: 'error', code: 'unknown_topic', topic })
  }
  client.say({ op: 'unsub', topic: 'daymarket' })
  expect(await client.next(() => true)).toEqual({ op: 'unsub', topic: 'daymarket' })
})

test('a storm of clients that come back all see one book', async () => {
  const { server, traders } = await startMarket()
  const known = new Map<number, LiveClient>()
  const trading = trade(server, traders, STORMS * 20)
  for (let round = 0; round < STORMS; round += 1) {
    await Promise.all(
      Array.from({ length: CLIENTS }, async (_, n) => {
        known.get(n)?.socket.terminate()
        const client = await openLive(server.url)
        known.set(n, client)
        await client.subscribe(DEPTH)
      }),
    )
  }
  await trading
  await settle(server, [...known.values()])
  const { bids, asks } = server.app.exchange.depth(BTBC.id, 20)
  const expected = { bids: bids.map(show), asks: asks.map(show) }
  for (const client of known.values()) expect(readBook(client.framesOf(DEPTH))).toEqual(expected)
})

type Traders = [Trader, Trader]
type Trader = { id: number; token: string }

async function startMarket(): Promise<{ server: TestServer; traders: Traders }> {
  const server = await startTestServer()
  const join = async (mail: string): Promise<Trader> => {
    const member = await server.join(mail)
    await give(server, member.id, USDT.id, 100_000n)
    await give(server, member.id, BTBC.id, 100_000n)
    return member
  }
  return { server, traders: [await join('alice@example.com'), await join('bob@example.com')] }
}

async function place(
  server: TestServer,
  {
    price,
    quantity,
    ...order
  }: Pick<NewOrder, 'memberId' | 'side'> & {
    /** In ticks and in whole coins. */
    price: bigint
    quantity: bigint
  },
): Promise<void> {
  const outcome = await server.app.exchange.place({
    ...order,
    marketId: BTBC.id,
    type: 'limit',
    price: price * TICK,
    quantity: quantity * UNIT,
  })
  expect(outcome.outcome).toBe('accepted')
}

/** Rounds of orders around 0.80, some of which meet, and some of which are taken back. */
async function trade(server: TestServer, traders: Traders, rounds: number): Promise<void> {
  const { exchange } = server.app
  for (let round = 0; round < rounds; round += 1) {
    const orders = Array.from({ length: 12 }, (_, n): NewOrder => {
      const side = n % 2 === 0 ? 'buy' : 'sell'
      const offset = BigInt((round * 7 + n * 5) % 40) - 8n
      return {
        memberId: traders[(round + n) % 2 === 0 ? 0 : 1].id,
        marketId: BTBC.id,
        side,
        type: 'limit',
        price: (side === 'buy' ? 8000n - offset : 8000n + offset) * TICK,
        quantity: BigInt(5 + ((round + n) % 9)) * UNIT,
      }
    })
    for (const { id } of traders) {
      const own = orders.filter(({ memberId }) => memberId === id)
      await exchange.placeMany(own)
    }
    if (round % 4 === 3) await exchange.cancelAll(traders[round % 8 === 3 ? 0 : 1].id, BTBC.id)
    await sleep(5)
  }
}

/** Until everything that was committed has been sent and read. */
async function settle(server: TestServer, clients: readonly LiveClient[]): Promise<void> {
  await server.app.exchange.drained()
  const joined = new Set<string>()
  for (const client of clients) {
    const { token } = client
    const topics = new Set(client.frames.map(({ topic }) => topic))
    for (const topic of topics) {
      if (joined.has(`${topic} ${token}`)) continue
      joined.add(`${topic} ${token}`)
      // Before it takes a new listener in, a topic says to the others what it has not said yet.
      const newcomer = await openLive(server.url, token === undefined ? {} : { token })
      await newcomer.subscribe(topic)
    }
    client.say({ op: 'ping' })
    await client.next((each) => 'op' in each && each.op === 'pong')
  }
}

function show({ price, quantity }: { price: bigint; quantity: bigint }): [string, string] {
  return [formatAmount(price), formatAmount(quantity)]
}

async function expectBalances(server: TestServer, client: LiveClient, who: Trader): Promise<void> {
  const known = new Map<number, LiveBalance>()
  for (const { data } of client.framesOf('balances')) {
    for (const each of data as LiveBalance[]) known.set(each.currency, each)
  }
  const { change_wallet: wallet } = ok(await server.call(listWallets, {}, { as: who }))
  for (const row of wallet.balance) {
    const told = known.get(row.currency)
    if (row.currency === BTC.id && told === undefined) continue
    if (told) expect(told).toMatchObject({ change_balance: row.change_balance })
  }
  expect(known.has(USDT.id) && known.has(BTBC.id)).toBe(true)
}
