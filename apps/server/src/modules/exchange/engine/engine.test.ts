import { setTimeout as sleep } from 'node:timers/promises'

import { runPrepared, type Tx } from '@btbc/database/database.ts'
import { balancesOfMember } from '@btbc/ledger/balances.ts'
import { lockStatement } from '@btbc/ledger/lock.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { changeAccountId } from './balances.ts'
import type { Exchange, NewOrder, Outcome } from '../exchange.ts'
import type { Committer } from './committer.ts'
import { RENEW_EVERY_MS } from './lease.ts'
import { type ExchangeStore, storeIn } from './store.ts'
import { machineWaits, type Waits } from './waits.ts'
import { startEngineIn } from '#testing/engine.ts'
import {
  idOf,
  readOrder,
  startTestExchange,
  type TestExchange,
  told,
  units,
} from '#testing/exchange.ts'
import { waitForWaiting } from '#testing/waiting.ts'

const { BTC, BNB, BTBC, USDT } = currencies
const marketIds = [BTC.id, BNB.id, BTBC.id]

function digests(exchange: Exchange): string[] {
  return marketIds.map((id) => exchange.digest(id))
}

/** Waits until the engine, or one of several, owns the markets again. */
async function placeSoon(exchanges: Exchange | readonly Exchange[], order: NewOrder) {
  for (;;) {
    for (const each of [exchanges].flat()) {
      const outcome = await each.place(order)
      if (told(outcome) !== 'try_again') return outcome
    }
    await sleep(50)
  }
}

test('an engine whose lease was taken commits nothing, and the new one has its book', async () => {
  const { exchange, another, endLease, fund, has, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  await place('1 buy 2 BNB at 100')
  await endLease()
  const second = await another('second')
  expect(digests(second)).toEqual(digests(exchange))
  // The first does not know yet, and cannot settle all the same.
  expect(told(await place('2 sell 1 BNB at 100'))).toBe('try_again')
  expect(await has(2, 'BNB')).toBe('10 + 0')
  expect(told(await second.place(readOrder('2 sell 1 BNB at 100')))).toBe('filled 1 of 1')
  expect(told(await place('2 sell 1 BNB at 100'))).toBe('try_again')
  expect(await has(2, 'BNB')).toBe('9 + 0')
  expect(await second.trades(BNB.id, { limit: 5 })).toMatchObject([{ id: 1 }])
})

test('two engines that hand the markets to and fro lose nothing and do nothing twice', async () => {
  const { exchange, another, endLease, fund, has } = await startTestExchange()
  await fund(1, '10000 USDT')
  const second = await another('second')
  let taken = 0
  for (let round = 0; round < 6; round += 1) {
    await endLease()
    const outcomes = await Promise.all(
      [exchange, second].flatMap((each) =>
        Array.from({ length: 10 }, () => each.place(readOrder('1 buy 1 BNB at 5'))),
      ),
    )
    outcomes.push(await placeSoon([exchange, second], readOrder('1 buy 1 BNB at 5')))
    taken += outcomes.filter(({ outcome }) => outcome === 'accepted').length
  }
  expect(taken).toBeGreaterThanOrEqual(6)
  expect(await has(1, 'USDT')).toBe(`${10_000 - 5 * taken} + ${5 * taken}`)
})

test('a newer order has a higher number, also when the markets went away and came back', async () => {
  const { exchange, another, endLease, fund } = await startTestExchange()
  await fund(1, '1000 USDT')
  const order = readOrder('1 buy 1 BNB at 5')
  const ids = [idOf(await exchange.place(order))]
  await endLease()
  ids.push(idOf(await (await another('second')).place(order)))
  await endLease()
  ids.push(idOf(await placeSoon(exchange, order)))
  expect(ids).toEqual(ids.toSorted((a, b) => Number(a - b)))
})

test('what is committed is noted for the history before anybody is told of it', async () => {
  const world = await startTestExchange()
  await world.fund(1, '1000 USDT')
  const later: (() => void)[] = []
  let noted = 0
  const waits: Waits = { ...machineWaits, soon: (run) => void later.push(run) }
  const onCommit = (orders: number) => void (noted += orders)
  const { engine, place } = await startEngineIn(world, { waits, onCommit })
  const placing = place('1 buy 1 BNB at 100')
  await expect.poll(() => engine.openOrdersOf(1)).toHaveLength(1)
  const seen = [noted, later.length]
  later[0]?.()
  expect(await placing).toEqual(['open 0 of 1'])
  expect(seen).toEqual([1, 1])
})

test('under one name there is one order, also when another server takes over as it ends', async () => {
  const { exchange, another, endLease, fund } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  const second = await another('second')
  const order = readOrder('1 buy 1 BNB at 100', { clientId: 'once', onRepeat: 'first' })
  const id = idOf(await exchange.place(order))
  expect(told(await exchange.place(readOrder('2 sell 1 BNB at 100')))).toBe('filled 1 of 1')
  await endLease()
  expect(told(await placeSoon(second, readOrder('2 sell 1 BNB at 900')))).toBe('open 0 of 1')
  const again = await second.place(order)
  expect([idOf(again), told(again)]).toEqual([id, 'filled 1 of 1'])
  expect(told(await second.cancel({ memberId: 1, id }))).toBe('order_filled')
})

test('a batch that fails changes nothing: its callers may try again, and the book is read anew', async () => {
  const { db, exchange, fund, has, place, failures } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  await place('1 buy 2 BNB at 100')
  const before = digests(exchange)
  await db
    .updateTable('market_lease')
    .set(({ eb }) => ({ epoch: eb('epoch', '+', 1n), settled_epoch: eb('epoch', '+', 1n) }))
    .execute()
  const outcomes = await Promise.all(
    ['2 sell 1 BNB at 100', '1 buy 1 BNB at 90'].map((text) => place(text)),
  )
  expect(outcomes.map(told)).toEqual(['try_again', 'try_again'])
  expect(await has(1, 'USDT')).toBe('800 + 200')
  const again = await placeSoon(exchange, readOrder('1 buy 1 BNB at 0.5'))
  expect(told(again)).toBe('below_minimum')
  expect(failures.join()).toContain('market_lease_fenced')
  expect(digests(exchange)).toEqual(before)
  expect(told(await place('2 sell 1 BNB at 100'))).toBe('filled 1 of 1')
})

test('a connection that dies in a batch is replaced, and the callers know where they are', async () => {
  const { db, exchange, fund, has } = await startTestExchange()
  await fund(1, '1000 USDT')
  let taken = 0
  for (let round = 0; round < 5; round += 1) {
    const placing = Array.from({ length: 5 }, () => exchange.place(readOrder('1 buy 1 BNB at 2')))
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
      .execute(db)
      .catch(() => undefined)
    const outcomes = await Promise.all(placing)
    expect(outcomes.map(({ outcome }) => outcome)).not.toContain('unknown')
    taken += outcomes.filter(({ outcome }) => outcome === 'accepted').length
    expect(told(await placeSoon(exchange, readOrder('1 buy 1 BNB at 3')))).toBe('open 0 of 1')
  }
  const held = 2 * taken + 3 * 5
  expect(await has(1, 'USDT')).toBe(`${1000 - held} + ${held}`)
})

test('in a deadlock with a batch it is the other transaction that gives way', async () => {
  const { db, fund, place } = await startTestExchange()
  await fund(1, '100 USDT')
  await fund(1, '1 BNB')
  await fund(2, '1 BNB')
  await place('2 sell 1 BNB at 100')
  const lock = async (tx: Tx, currency: CurrencyId) => {
    const { text, values } = lockStatement(Float64Array.of(changeAccountId(1, currency)))
    await runPrepared(tx, text, values)
  }
  let filling: ReturnType<typeof place> | undefined
  const other = db.transaction().execute(async (tx) => {
    await lock(tx, BNB.id)
    filling = place('1 buy 1 BNB at 100')
    await waitForWaiting(db)
    await lock(tx, USDT.id)
  })
  await expect(other).rejects.toThrow('deadlock')
  expect(filling && told(await filling)).toBe('filled 1 of 1')
})

test('funds leave while a batch is on its way: it and the one upon it are done again', async () => {
  const world = await startTestExchange({ batchOrdersMax: 1 })
  const { db, exchange, another, endLease, failures, fund, has, place, take } = world
  await fund(1, '1000 USDT')
  await fund(2, '10 BNB')
  await fund(3, '1000 USDT')
  const name = { memberId: 1, clientId: 'mine' }
  await place('1 buy 1 BNB at 10', { clientId: 'mine' })
  await exchange.cancel(name)
  await place('2 sell 1 BNB at 100')
  const before = exchange.depth(BNB.id, 10)
  let placing: ReturnType<typeof place>[] = []
  await take(1, '950 USDT', async () => {
    placing = [
      // Seen with its funds, as they have not left yet.
      place('1 buy 1 BNB at 100', { clientId: 'mine' }),
      // Matched upon what the first one leaves.
      place('3 buy 1 BNB at 90'),
      place('2 sell 2 BNB at 110'),
    ]
    await waitForWaiting(db)
    await sleep(20)
    expect(exchange.depth(BNB.id, 10)).toEqual(before)
    expect(exchange.openOrders(3)).toEqual([])
  })
  const answers = await Promise.all(placing)
  expect(answers.map(told)).toEqual(['insufficient_balance', 'open 0 of 1', 'open 0 of 2'])
  expect(exchange.openOrders(2)).toHaveLength(2)
  expect((await exchange.findOrder(name))?.status).toBe('cancelled')
  expect(await has(1, 'USDT')).toBe('50 + 0')
  expect(await has(3, 'USDT')).toBe('910 + 90')
  expect(failures).toEqual([])
  await endLease()
  expect(digests(await another('second'))).toEqual(digests(exchange))
})

test('a fault in the middle of a command is answered to its caller alone', async () => {
  const world = await startTestExchange()
  const ratesOf = (memberId: number) => {
    if (memberId === 3) throw new Error('no rates')
    return { maker: 1000, taker: 1000 }
  }
  for (const memberId of [1, 2, 3]) {
    await world.fund(memberId, '1000 USDT')
    await world.fund(memberId, '10 BNB')
  }
  const { engine, failures, place, submit } = await startEngineIn(world, { ratesOf })
  await place('1 buy 1 BNB at 100')
  await place('1 buy 1 BNB at 99')
  const epoch = engine.findState(BNB.id)?.epoch
  const answers = await Promise.all([
    place('2 sell 1 BNB at 100'),
    // Takes the second and then rests, if its rates are to be had.
    place('3 sell 2 BNB at 99'),
    place('2 sell 1 BNB at 120', '2 sell 1 BNB at 121'),
    submit({ kind: 'cancel_all', memberId: 1, marketId: undefined }),
  ])
  expect(answers.slice(0, 3)).toEqual([
    ['filled 1 of 1'],
    ['internal'],
    ['open 0 of 1', 'open 0 of 1'],
  ])
  expect(answers[3]).toMatchObject([{ outcome: 'accepted', order: { price: units('99') } }])
  expect(failures.join()).toContain('no rates')
  expect(engine.findState(BNB.id)?.epoch).toBe(epoch)
  expect(await world.has(1, 'USDT')).toBe('900 + 0')
  expect(await world.has(3, 'BNB')).toBe('10 + 0')
  expect(engine.findState(BNB.id)?.book.depth(5)).toMatchObject({ bids: [], asks: [{}, {}] })
})

test('what waits is answered when the markets go to another server', async () => {
  const world = await startTestExchange()
  await world.exchange.stop()
  const real = storeIn(world.db)
  let isTaken = true
  let isWaiting = false
  let keep = () => {}
  const store: ExchangeStore = {
    ...real,
    // It never gets as far as a batch.
    openCommitter: () => Promise.reject(new Error('no connection')),
    takeLease: async (...asked) => (isTaken ? undefined : await real.takeLease(...asked)),
    renewLease: async () => false,
  }
  const waits: Waits = {
    ...machineWaits,
    async pause(ms, signal) {
      await new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => resolve())
        if (ms === RENEW_EVERY_MS) keep = resolve
        else isWaiting = true
      })
    },
  }
  const { engine, submit } = await startEngineIn(world, { store, waits })
  await expect.poll(() => isWaiting).toBe(true)
  isTaken = false
  keep()
  await expect.poll(() => engine.isRunning()).toBe(true)
  isTaken = true
  const asked = submit({ kind: 'cancel', name: { memberId: 1, id: 1n } })
  const stillRuns = () => {
    keep()
    return engine.isRunning()
  }
  await expect.poll(stillRuns).toBe(false)
  expect((await asked).map(told)).toEqual(['try_again'])
})

/** Of an engine that looks at its lease when the test says, as if a second had passed, and is answered at once. */
function startLooks(world: TestExchange) {
  const looks: (() => void)[] = []
  const waits: Waits = {
    ...machineWaits,
    async pause(ms, signal) {
      if (ms !== RENEW_EVERY_MS) return await machineWaits.pause(ms, signal)
      await new Promise<void>((resolve) => {
        looks.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      })
    },
  }
  const real = storeIn(world.db)
  const renewals = { isCutOff: false, asked: 0, answered: 0 }
  const store: ExchangeStore = {
    ...real,
    async renewLease(lease) {
      renewals.asked += 1
      try {
        if (renewals.isCutOff) throw new Error('no way there')
        return await real.renewLease(lease)
      } finally {
        renewals.answered += 1
      }
    },
  }
  const look = async (times = 1) => {
    for (let done = 0; done < times; done += 1) {
      looks.shift()?.()
      await expect.poll(() => looks.length).toBe(1)
      await expect.poll(() => renewals.answered).toBe(renewals.asked)
    }
  }
  return { waits, store, renewals, look }
}

test('an owner that cannot renew its lease owns nothing once it has run out, until it can', async () => {
  const world = await startTestExchange()
  await world.fund(1, '1000 USDT')
  const { renewals, look, ...parts } = startLooks(world)
  const { engine, place } = await startEngineIn(world, parts)
  await look(5)
  expect(await place('1 buy 1 BNB at 100')).toEqual(['open 0 of 1'])
  renewals.isCutOff = true
  await look(2)
  expect(engine.isRunning()).toBe(true)
  await look()
  expect(engine.isRunning()).toBe(false)
  expect(await place('1 buy 1 BNB at 100')).toEqual(['try_again'])
  renewals.isCutOff = false
  await look()
  expect(engine.isRunning()).toBe(true)
  // Nobody had the markets: the books are still those that it has.
  expect(engine.readings()).toBe(1)
  expect(await place('1 buy 1 BNB at 100')).toEqual(['open 0 of 1'])
})

test('an owner that gets nowhere with a batch lets others have the markets', async () => {
  const world = await startTestExchange()
  await world.fund(1, '1000 USDT')
  const { renewals, look, waits, store } = startLooks(world)
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
  const openCommitter = async (): Promise<Committer> => {
    const committer = await store.openCommitter()
    const commit: Committer['commit'] = async (...asked) => {
      const rows = await committer.commit(...asked)
      await answered
      return rows
    }
    return { ...committer, commit }
  }
  const slow = { waits, store: { ...store, openCommitter } }
  const { engine, place } = await startEngineIn(world, slow)
  onTestFinished(() => answer())
  const placing = place('1 buy 1 BNB at 100')
  await expect.poll(() => world.has(1, 'USDT')).toBe('900 + 100')
  await look(20)
  expect(renewals.asked).toBeLessThan(10)
  expect(engine.isRunning()).toBe(false)
  answer()
  expect(await placing).toEqual(['open 0 of 1'])
  await engine.drained()
  await look()
  expect(engine.isRunning()).toBe(true)
})

test('a batch that cannot be written is done command by command', async () => {
  const world = await startTestExchange()
  await world.fund(1, '1000 USDT')
  let faults = 0
  const now = () => {
    faults -= 1
    return faults === 0 ? new Date(Number.NaN) : new Date('2026-03-01T12:00:00.000Z')
  }
  const { failures, place } = await startEngineIn(world, { now })
  await place('1 buy 1 BNB at 10')
  faults = 1
  const answers = await Promise.all([20, 21, 22].map((price) => place(`1 buy 1 BNB at ${price}`)))
  expect(answers).toEqual([['open 0 of 1'], ['open 0 of 1'], ['open 0 of 1']])
  expect(failures.join()).toContain('Invalid time')
  expect(await world.has(1, 'USDT')).toBe('927 + 73')
})

test('a cancel and a fill at once: one of them comes first, and nothing is lost between', async () => {
  const { exchange, fund, has, place } = await startTestExchange()
  await fund(1, '1000 USDT')
  await fund(2, '100 BNB')
  let filled = 0
  for (let round = 0; round < 20; round += 1) {
    const id = idOf(await place('1 buy 1 BNB at 10'))
    const cancel = () => exchange.cancel({ memberId: 1, id })
    const sell = () => place('2 sell 1 BNB at 10', { timeInForce: 'ioc' })
    const first = round % 2 === 0 ? cancel() : sell()
    const second = round % 2 === 0 ? sell() : cancel()
    const answers = (await Promise.all([first, second])).map(told)
    if (answers.includes('filled 1 of 1')) filled += 1
    else expect(answers).toContain('cancelled 0 of 1')
  }
  expect(filled).toBe(10)
  expect(await has(1, 'USDT')).toBe('900 + 0')
})

/** Numbers that are the same in each run. */
function startDraw(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

function randomOrder(draw: (below: number) => number): NewOrder {
  const [id, price, quantity] = [
    [BTC.id, 60_000n, 1_000n],
    [BNB.id, 600n, 100_000n],
    [BTBC.id, 1n, 100_000_000n],
  ][draw(3)] as [number, bigint, bigint]
  const tick = id === BTBC.id ? 10_000n : 1_000_000n
  const near = price * 100_000_000n + BigInt(draw(41) - 20) * tick
  const side = draw(2) === 0 ? 'buy' : 'sell'
  const order: NewOrder = {
    memberId: 1 + draw(6),
    marketId: id,
    side,
    type: 'limit',
    price: near,
    quantity: quantity * BigInt(2 + draw(40)),
  }
  const kind = draw(10)
  if (kind === 0) {
    const { price: _, ...market } = order
    return { ...market, type: 'market' }
  }
  if (kind === 1) return { ...order, timeInForce: 'ioc' }
  if (kind === 2) return { ...order, timeInForce: 'fok' }
  if (kind === 3) return { ...order, timeInForce: 'post_only' }
  if (kind === 4) {
    const away = BigInt(draw(10)) * tick
    return { ...order, type: 'stop_limit', stopPrice: side === 'buy' ? near + away : near - away }
  }
  return order
}

/** All that a member can spend leaves under the eyes of the batches, and comes back. */
async function takeAndReturn(
  { take, fund, has }: TestExchange,
  member: number,
  meanwhile: () => void,
): Promise<void> {
  const [available = '0'] = (await has(member, 'USDT')).split(' ')
  await take(member, `${available} USDT`, async () => {
    meanwhile()
    await sleep(5)
  })
  await fund(member, `${available} USDT`)
}

async function playRandomly(test_: TestExchange, seed: number, batches: number): Promise<void> {
  const { exchange } = test_
  const draw = startDraw(seed)
  const ids: { memberId: number; id: bigint }[] = []
  for (let n = 0; n < batches; n += 1) {
    let work: Promise<Outcome>[] = []
    const play = () => {
      work = Array.from({ length: 1 + draw(20) }, async () => {
        const named = ids[draw(ids.length || 1)]
        const kind = draw(10)
        if (kind < 2 && named) return await exchange.cancel(named)
        if (kind === 2 && named) return await exchange.amend({ ...named, quantity: units('0.01') })
        const order = randomOrder(draw)
        const outcome = await exchange.place(order)
        if (outcome.outcome === 'accepted') {
          ids.push({ memberId: order.memberId, id: outcome.order.id })
        }
        return outcome
      })
    }
    if (draw(2) === 0) play()
    else await takeAndReturn(test_, 1 + draw(6), play)
    const outcomes = (await Promise.all(work)).map(told)
    expect(outcomes).not.toContain('unknown')
    expect(outcomes).not.toContain('try_again')
  }
}

test.each([1, 2])(
  'after any orders the holds are what open orders need, and a book read anew is the same (%i)',
  async (seed) => {
    const world = await startTestExchange({ batchOrdersMax: 6 })
    const { exchange, db, another, endLease, fund, failures } = world
    for (let member = 1; member <= 6; member += 1) {
      for (const amount of ['20000 USDT', '1 BTC', '50 BNB', '5000 BTBC']) {
        await fund(member, amount)
      }
    }
    await playRandomly(world, seed, 60)
    await exchange.drained()
    expect(failures).toEqual([])
    for (let memberId = 1; memberId <= 6; memberId += 1) {
      const open = exchange.openOrders(memberId)
      for (const { currency, held, purpose } of await balancesOfMember(db, memberId)) {
        if (purpose !== 'change') continue
        const needs = open
          .filter((order) => (order.side === 'buy' ? 3 : order.marketId) === currency)
          .map(({ side, price = 0n, quantity, filled }) =>
            side === 'buy' ? (price * (quantity - filled)) / 100_000_000n : quantity - filled,
          )
        expect(held).toBe(needs.reduce((sum, need) => sum + need, 0n))
      }
      for (const { limit, ...order } of open.map((each) => ({ ...each, limit: each.quantity }))) {
        expect(order.filled).toBeLessThan(limit)
      }
    }
    for (const id of marketIds) {
      const { bid, ask } = exchange.bookTicker(id)
      if (bid && ask) expect(bid.price).toBeLessThan(ask.price)
      const trades = await exchange.trades(id, { fromId: 1, limit: 10_000 })
      expect(trades.map((trade) => trade.id)).toEqual(trades.map((_, n) => n + 1))
      expect(trades.every(({ makerId, takerId }) => makerId !== takerId)).toBe(true)
    }
    await endLease()
    const second = await another('second')
    expect(digests(second)).toEqual(digests(exchange))
    for (const id of marketIds) expect(second.depth(id, 500)).toEqual(exchange.depth(id, 500))
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) => second.countEndedOrders(n + 1)),
    )
    const { rows } = await sql<{ count: bigint }>`
      select sum(cardinality(id)) as count from exchange_ended_batch`.execute(db)
    expect(BigInt(all.reduce((sum, count) => sum + count, 0))).toBe(rows[0]?.count)
    // Their numbers are without a gap.
    const { rows: last } = await sql<{ count: bigint }>`
      select sum(n) as count
      from (select max(last_n) as n from exchange_ended_batch group by market_id) m`.execute(db)
    expect(last).toEqual(rows)
  },
)
