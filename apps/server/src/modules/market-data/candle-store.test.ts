import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { listCandles } from '@btbc/contract/market-data.ts'
import type { Db } from '@btbc/database/database.ts'
import { looksOf } from '@btbc/database/testing.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import type { Trade } from '#modules/exchange/exchange.ts'
import { fill } from '#testing/histories.ts'
import { allTrades, startAgain, startMarket } from '#testing/market.ts'
import { ok, refusal } from '#testing/server.ts'
import { holdOpen, waitForWaiting } from '#testing/waiting.ts'

import { foldTrades, type Interval, intervals, storedMinutes } from './candle.ts'
import { catchUp, hear, readStored, storedQuery } from './candle-store.ts'
import { candles } from './market-data.ts'

const { BTBC } = currencies
const SIZES = Object.keys(intervals) as Interval[]

test('candles are those of the trades, in every interval, asked from either end', async () => {
  const { server, trade } = await startMarket()
  for (const [minutes, price] of walk(24)) {
    server.clock.pass({ minutes })
    await trade(price)
  }
  const trades = await allTrades(server)
  expect(trades).toHaveLength(24)
  for (const interval of SIZES) {
    const expected = foldTrades(trades, intervals[interval].minutes)
    const ask = (more: { from?: Date; to?: Date; limit: number }) =>
      candles(server.db, { marketId: BTBC.id, interval, ...more })
    expect(await ask({ limit: 500 })).toEqual(expected)
    expect(await ask({ limit: 2 })).toEqual(expected.slice(-2))
    const [first, second] = expected
    if (!first || !second) continue
    expect(await ask({ from: first.at, limit: 1 })).toEqual([first])
    expect(await ask({ from: new Date(+first.at + 1), limit: 1 })).toEqual([second])
    expect(await ask({ to: first.at, limit: 5 })).toEqual([first])
    expect(await ask({ from: first.at, to: second.at, limit: 9 })).toEqual([first, second])
  }
})

test('stored candles agree with the trades after a fall in the middle, and count none twice', async () => {
  const { server, trade } = await startMarket()
  for (const [minutes, price] of walk(6)) {
    server.clock.pass({ minutes })
    await trade(price)
  }
  await server.app.marketData.caughtUp()
  // As after a kill: trades are committed and their candles are not.
  await server.db.deleteFrom('market_candle').execute()
  await server.db.updateTable('market_candle_through').set({ trade_id: 0n }).execute()
  const expected = foldTrades(await allTrades(server), 5)
  const ask = () => candles(server.db, { marketId: BTBC.id, interval: '5m', limit: 100 })
  expect(await ask()).toEqual(expected)
  const again = await startAgain(server)
  expect(await ask()).toEqual(expected)
  const rows = await server.db
    .selectFrom('market_candle')
    .select((row) => row.fn.sum<bigint>('trades').as('trades'))
    .groupBy('minutes')
    .execute()
  expect(rows.map(({ trades }) => trades)).toEqual(storedMinutes.map(() => 6n))
  expect(again.dayStatistics(BTBC.id)).toEqual(server.app.marketData.dayStatistics(BTBC.id))
})

test('trades that were heard are written without being read, and read where some were not heard', async () => {
  const { server, trade } = await startMarket()
  for (const [, price] of walk(4)) await trade(price)
  await server.app.marketData.stop()
  const trades = await allTrades(server)
  const write = async (through: bigint, heard: Trade[]) => {
    await server.db.deleteFrom('market_candle').execute()
    await server.db.updateTable('market_candle_through').set({ trade_id: through }).execute()
    const isBehind = await server.db
      .transaction()
      .execute((tx) => catchUp(tx, BTBC.id, hear(undefined, heard)))
    const { candles: written } = await readStored(server.db, {
      marketId: BTBC.id,
      minutes: 1440,
      from: undefined,
      before: undefined,
      limit: 1,
    })
    return { isBehind, written }
  }
  // Never so in the books: whoever reads them finds what they say.
  const dearer = trades.map((each) => ({ ...each, price: each.price * 2n }))
  expect(await write(1n, dearer.slice(1, 3))).toEqual({
    isBehind: false,
    written: foldTrades(dearer.slice(1, 3), 1440),
  })
  for (const heard of [dearer.slice(0, 2), dearer.slice(2), []]) {
    expect(await write(1n, heard)).toEqual({
      isBehind: true,
      written: foldTrades(trades.slice(1), 1440),
    })
  }
  const gap = hear(hear(undefined, trades.slice(0, 1)), trades.slice(2, 3))
  expect(gap).toEqual(hear(undefined, trades.slice(2, 3)))
  const heard = hear(hear(undefined, trades.slice(0, 3)), trades.slice(3))
  expect(heard).toEqual({ firstTrade: 1, lastTrade: 4, minutes: foldTrades(trades, 1) })
})

test('candles that older servers did not keep are made of those they did', async () => {
  const { server, trade } = await startMarket()
  for (const [minutes, price] of walk(24)) {
    server.clock.pass({ minutes })
    await trade(price)
  }
  await server.app.marketData.caughtUp()
  const kept = () =>
    server.db.selectFrom('market_candle').selectAll().orderBy('minutes').orderBy('at').execute()
  const before = await kept()
  await server.db.deleteFrom('market_candle').where('minutes', 'in', [5, 30, 240, 720]).execute()
  const folder = path.resolve(import.meta.dirname, '../../../../../packages/database/migrations')
  const [file = ''] = readdirSync(folder).filter((each) => each.endsWith('_more_candles.sql'))
  const text = readFileSync(path.join(folder, file), 'utf8')
  await sql.raw(text.slice(text.indexOf('insert'))).execute(server.db)
  expect(await kept()).toEqual(before)
})

test('a page of candles is read by index, however many there are', async () => {
  const { server } = await startMarket()
  await sql`
    insert into market_candle
    select m, 1, timestamptz '2026-01-01' + n * interval '1 minute', 1, 1, 1, 1, 1, 1, 0, 0, 1, n + 1
    from unnest(array[1, 18]) m, generate_series(0, 40000) n`.execute(server.db)
  await sql`analyze market_candle`.execute(server.db)
  for (const from of [undefined, new Date('2026-01-10')]) {
    const query = storedQuery({ marketId: 1, minutes: 1, from, before: undefined, limit: 300 })
    const plan = await server.db.connection().execute(async (connection) => {
      await sql`reset enable_seqscan`.execute(connection)
      const { rows } = await sql<Record<string, string>>`explain analyze ${query}`.execute(
        connection,
      )
      return rows.map((row) => Object.values(row).join()).join('\n')
    })
    expect(plan).toContain('market_candle_pkey')
    expect(plan).not.toMatch(/Seq Scan on market_candle\b/)
    expect(plan).not.toContain('Rows Removed by Filter')
  }
})

test('while trades keep coming, each turn of writing candles has let a quarter of a second of them come', async () => {
  const { server, trade } = await startMarket()
  await sql`
    create table come (trade_id bigint, at timestamptz default clock_timestamp());
    create table turn (through bigint, at timestamptz default clock_timestamp());
    create function note_come() returns trigger language plpgsql security definer as $$
      begin insert into come values (new.first_id); return null; end $$;
    create function note_turn() returns trigger language plpgsql security definer as $$
      begin insert into turn values (new.trade_id); return null; end $$;
    create trigger noted after insert on exchange_trade_batch for each row execute function note_come();
    create trigger noted after update on market_candle_through for each row execute function note_turn()`.execute(
    server.db,
  )
  const waits = async () => {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from turn.at - min(come.at)) * 1000)::float8 as ms
      from (select *, lag(through, 1, 0::bigint) over (order by through) as before from turn) turn
      join come on trade_id > before and trade_id <= through
      group by turn.at`.execute(server.db)
    return rows.map(({ ms }) => ms)
  }
  while ((await waits()).length < 3) await trade(8000n)
  // A timer counts whole milliseconds.
  for (const waitedMs of await waits()) expect(waitedMs).toBeGreaterThan(248)
  await server.app.marketData.caughtUp()
  const stored = await candles(server.db, { marketId: BTBC.id, interval: '1d', limit: 5 })
  expect(stored).toEqual(foldTrades(await allTrades(server), 1440))
})

test('what is traded while candles are written is written in the next turn, also when nothing more is traded', async () => {
  const { server, trade } = await startMarket()
  const letGo = await holdOpen(server, (tx) =>
    tx.selectFrom('market_candle_through').selectAll().forUpdate().execute(),
  )
  await trade(8000n)
  await waitForWaiting(server.db)
  await trade(9000n)
  // Its quarter of a second is over while the turn before goes on.
  await sleep(500)
  await letGo()
  const written = () =>
    server.db
      .selectFrom('market_candle_through')
      .select('trade_id')
      .where('market_id', '=', BTBC.id)
      .executeTakeFirst()
  await expect.poll(written).toEqual({ trade_id: 2n })
})

test('candles that are far behind the trades are refused, but not those of before', async () => {
  const { server, trade } = await startMarket()
  await trade(8000n)
  await server.app.marketData.caughtUp()
  await server.app.marketData.stop()
  const stored = await candles(server.db, { marketId: BTBC.id, interval: '1m', limit: 5 })
  expect(stored).toHaveLength(1)
  await fillTrades(server.db, { batches: 20 })
  const ask = (more: { to?: string; from?: string }) =>
    server.call(listCandles, { currency_id: BTBC.id, interval: '1m', ...more })
  expect(refusal(await ask({}))).toBe('unavailable')
  const to = server.clock.now().toISOString()
  const { keys } = await looksOf(server.db, async () => {
    expect(ok(await ask({ to })).list).toHaveLength(1)
  })
  expect(keys).toBeLessThan(2 * BATCH)
})

const BATCH = 1000

/** Of the next day, right behind the only one there is. */
async function fillTrades(db: Db, { batches }: { batches: number }): Promise<void> {
  const each = (value: string, type = 'bigint') =>
    `array_fill((${value})::${type}, array[${BATCH}])`
  await fill(db, 'exchange_trade_batch', batches, {
    market_id: BTBC.id,
    first_id: `(n - 1) * ${BATCH} + 2`,
    last_id: `n * ${BATCH} + 1`,
    at: `timestamptz '2026-03-02T12:00:00Z' + n * interval '1 min'`,
    price: each('100'),
    quantity: each('1'),
    quote: each('1'),
    taker_sells: each('true', 'boolean'),
    maker_order: each('n'),
    taker_order: each('n'),
    maker_id: each('1', 'integer'),
    taker_id: each('2', 'integer'),
    maker_fee: each('0'),
    taker_fee: each('0'),
  })
}

/** Minutes to wait and a price in ticks; from minutes to days, over a week and a half. */
function* walk(steps: number): Generator<[minutes: number, price: bigint]> {
  for (let n = 0; n < steps; n += 1) {
    yield [[0, 1, 2, 45, 700, 1500][n % 6] ?? 0, 8000n + BigInt((n * 37) % 101)]
  }
}
