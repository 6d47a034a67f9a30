import { listCandles, listReferenceCandles, listTrades } from '@btbc/contract/market-data.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { ok, refusal, startTestServer, type TestServer } from '#testing/server.ts'

import { readWalks } from './house-liquidity.ts'

const { BTC } = currencies

test('the reference is told up to the last minute, never beyond, and nobody takes it for trades', async () => {
  const server = await startTestServer({ liquidity: true })
  server.clock.pass({ seconds: 90 })
  const now = server.clock.now()
  const day = now.toISOString().slice(0, 10)
  const opening = Date.parse(day)
  /** Of the day, when the last minute that is over began. */
  const last = (Math.floor((+now - opening) / 60_000) - 1) * 60
  const walk = (await readWalks(server.db, day, server.app.exchange.markets)).get(BTC.id)
  const priceAt = (second: number) => Number(walk?.(second / 5)) / 1e8

  const minutes = await reference(server, '1m')
  const newest = minutes.at(-1)
  expect(minutes).toHaveLength(Math.min(300, last / 60 + 1))
  expect(Date.parse(newest?.at ?? '')).toBe(opening + last * 1000)
  const inside = Array.from({ length: 13 }, (_, step) => priceAt(last + step * 5))
  expect([newest?.open, newest?.close].map(Number)).toEqual([inside[0], inside[12]])
  expect(Number(newest?.high)).toBe(Math.max(...inside))
  expect(Number(newest?.low)).toBe(Math.min(...inside))

  const hours = await reference(server, '1h')
  expect(hours.map(({ open }) => Number(open))).toEqual(
    Array.from({ length: Math.floor(last / 3600) + 1 }, (_, hour) => priceAt(hour * 3600)),
  )
  expect(hours.at(-1)?.close).toBe(newest?.close)
  expect(await reference(server, '1h', 2)).toEqual(hours.slice(-2))
  const asked = { currency_id: BTC.id, interval: '1h' } as const
  expect(ok(await server.call(listCandles, asked, { method: 'GET' })).list).toEqual([])
  expect(ok(await server.call(listTrades, { currency_id: BTC.id })).list).toEqual([])
  expect(
    await (await fetch(`${server.url}/api/v3/klines?symbol=BTCUSDT&interval=1h`)).json(),
  ).toEqual([])
  const unknown = { currency_id: 999, interval: '1h' } as const
  expect(refusal(await server.call(listReferenceCandles, unknown))).toBe('market_not_found')
})

test('a day that is over stays whole beside today, and goes on where it ended', async () => {
  const server = await startTestServer({ liquidity: true })
  await server.pass({ hours: 24 })
  await server.pass({ hours: 1 })
  const days = await reference(server, '1d')
  expect(days.length).toBeGreaterThanOrEqual(2)
  expect(days.at(-1)?.open).toBe(days.at(-2)?.close)
  expect(await reference(server, '1d')).toEqual(days)
  const off = await startTestServer()
  expect(await reference(off, '1d')).toEqual([])
})

test('a day that could not be read once is read the next time', async () => {
  const server = await startTestServer({ liquidity: true }, { mayFail: true })
  server.clock.pass({ seconds: 90 })
  const asked = { currency_id: BTC.id, interval: '1m' } as const
  const today = server.clock.now().toISOString().slice(0, 10)
  await sql`alter table simulation_opening rename to opening_kept`.execute(server.db)
  await sql`
    create view simulation_opening as
    select day, market_id, price / (day <> ${sql.lit(today)})::integer as price, reference
    from opening_kept`.execute(server.db)
  await sql`grant select on simulation_opening to btbc_app`.execute(server.db)
  expect(refusal(await server.call(listReferenceCandles, asked))).toBe('internal')
  await sql`drop view simulation_opening`.execute(server.db)
  await sql`alter table opening_kept rename to simulation_opening`.execute(server.db)
  expect(await reference(server, '1m')).not.toEqual([])
})

async function reference(server: TestServer, interval: '1m' | '1h' | '1d', limit?: number) {
  const asked = { currency_id: BTC.id, interval, ...(limit === undefined ? {} : { limit }) }
  return ok(await server.call(listReferenceCandles, asked)).list
}
