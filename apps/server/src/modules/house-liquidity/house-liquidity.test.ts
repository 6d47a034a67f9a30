import { listMarkets, placeBuy } from '@btbc/contract/exchange.ts'
import { readSimulation } from '@btbc/contract/market-data.ts'
import { logIn } from '@btbc/contract/session.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { getMarket } from '#modules/exchange/markets.ts'
import { give } from '#testing/funds.ts'
import { ok, refusal, startBeside, startTestServer, type TestServer } from '#testing/server.ts'
import { settle } from '#testing/settings.ts'

import { findHouseMember, HOUSE_MAIL } from './house-liquidity.ts'
import { type Inventory, quotesAround } from './quotes.ts'
import { hashOfSeed, openWalk, STEPS_PER_DAY } from './walk.ts'

const { BTC, USDT, BNB, BTBC } = currencies

test('the same seed gives the same path, another seed another, and a market its own', () => {
  const walk = { marketId: BTC.id, opening: 60_000n * UNIT, reference: 60_000n * UNIT }
  const seed = Buffer.alloc(32, 7)
  const path = (of: typeof walk & { seed: Buffer }): bigint[] => {
    const priceAt = openWalk(of)
    return [0, 1, 9, 4000, STEPS_PER_DAY].map((step) => priceAt(step))
  }
  const known = path({ ...walk, seed })
  expect(path({ ...walk, seed })).toEqual(known)
  const backwards = openWalk({ ...walk, seed })
  expect([STEPS_PER_DAY, 9, 0].map((step) => backwards(step))).toEqual([
    known[4],
    known[2],
    known[0],
  ])
  expect(known[0]).toBe(walk.opening)
  expect(path({ ...walk, seed: Buffer.alloc(32, 8) })).not.toEqual(known)
  expect(path({ ...walk, marketId: BNB.id as never, seed })).not.toEqual(known)
  // So that a change of the rule is noticed: days that are published must stay verifiable.
  expect(known.map(String)).toMatchInlineSnapshot(`
    [
      "6000000000000",
      "5999099161463",
      "5999380031738",
      "6044119185071",
      "6105962356845",
    ]
  `)
})

test('a day of the walk stays near its reference and moves in small steps', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
      const reference = (8n * UNIT) / 10n
      const walk = { marketId: BTBC.id, opening: reference, reference, seed: Buffer.from(bytes) }
      const priceAt = openWalk(walk)
      for (let step = 1; step <= STEPS_PER_DAY; step += 1) {
        const before = priceAt(step - 1)
        const moved = priceAt(step) - before
        expect((moved < 0n ? -moved : moved) * 2000n).toBeLessThan(before)
        expect(priceAt(step) * 2n >= reference && priceAt(step) <= reference * 2n).toBe(true)
      }
    }),
    { numRuns: 5 },
  )
})

test('quotes never offer more than there is, keep the spread and the steps of the market', () => {
  const amounts = fc.bigInt(0n, 50n * UNIT)
  fc.assert(
    fc.property(amounts, amounts, fc.bigInt(30_000n, 120_000n), (base, tens, price) => {
      const market = getMarket(BTC.id)
      const inventory: Inventory = {
        base,
        quote: tens * 50_000n,
        baseAtFirst: 20n * UNIT,
        quoteAtFirst: 2_000_000n * UNIT,
      }
      const mid = price * UNIT
      const quotes = quotesAround(market, mid, inventory)
      const [bids, asks] = (['buy', 'sell'] as const).map((side) =>
        quotes.filter((each) => each.side === side),
      )
      const sum = (parts: readonly bigint[]) => parts.reduce((all, each) => all + each, 0n)
      const sold = sum((asks ?? []).map(({ quantity }) => quantity))
      const spent = sum((bids ?? []).map((each) => (each.price * each.quantity) / UNIT))
      expect(sold === 0n || base - sold >= 2n * UNIT).toBe(true)
      expect(spent * 4n <= inventory.quote).toBe(true)
      if (base <= 2n * UNIT) expect(asks).toEqual([])
      if (base >= 38n * UNIT || inventory.quote * 10n < inventory.quoteAtFirst) {
        expect(bids).toEqual([])
      }
      for (const each of quotes) {
        expect(each.price % market.tick).toBe(0n)
        expect(each.quantity % market.lot).toBe(0n)
        const distance = each.side === 'buy' ? mid - each.price : each.price - mid
        expect(distance * 2000n >= mid).toBe(true)
      }
      const levels = new Set(quotes.map((each) => each.price))
      expect(levels.size).toBe(quotes.length)
    }),
  )
})

test('the house quotes ten levels a side in three markets, out of what genesis gave it, once', async () => {
  const server = await startTestServer({ liquidity: true })
  const house = await houseOf(server)
  await expectInventory(server, house)
  for (const { id } of server.app.exchange.markets) {
    const { bids, asks } = server.app.exchange.depth(id, 20)
    expect([bids.length, asks.length]).toEqual([10, 10])
    const [bid = 0n, ask = 0n] = [bids[0]?.price, asks[0]?.price]
    // 0.1 %, and a tick of rounding on each side.
    expect((ask - bid) * 1000n >= bid).toBe(true)
    expect((ask - bid - 2n * getMarket(id).tick) * 1000n <= ask).toBe(true)
  }
  const quoted = ok(await server.call(listMarkets)).flatMap((each) => each.quotation)
  expect(quoted.map(({ simulated }) => simulated)).toEqual([true, true, true])
  const login = { user_string: HOUSE_MAIL, password: 'no-password-42', type: 1 } as const
  expect(refusal(await server.call(logIn, login))).toBe('login_failed')
})

test('members trade against the house; its quotes come back, it never meets itself, the books are clean', async () => {
  const server = await startTestServer({ liquidity: true })
  const house = await houseOf(server)
  const alice = await server.join('alice@example.com')
  await give(server, alice.id, USDT.id, 50_000n)
  const buy = { legal_id: 3, currency_id: BTC.id, price: '', num: '0.1', mode: 1 } as const
  const bought = ok(await server.call(placeBuy, buy, { as: alice }))
  expect(bought).toMatchObject({ status: 'filled', filled: '0.10000000' })
  await quotesFollow(server)
  expect(server.app.exchange.depth(BTC.id, 20).asks).toHaveLength(10)
  for (let minutes = 0; minutes < 30; minutes += 1) {
    server.clock.pass({ minutes: 10 })
    await server.app.exchange.drained()
    await quotesFollow(server)
  }
  const trades = await server.app.exchange.trades(BTC.id, { fromId: 1, limit: 100 })
  expect(trades.length).toBeGreaterThan(0)
  for (const { makerId, takerId } of trades) {
    expect(new Set([makerId, takerId])).toEqual(new Set([house, alice.id]))
  }
  expect(server.app.exchange.openOrders(house)).toHaveLength(60)
})

test('seeds are committed before the day, revealed after it, and give the prices that were quoted', async () => {
  const server = await startTestServer({ liquidity: true })
  const first = ok(await server.call(readSimulation))
  expect(first.days.map(({ day, seed }) => [day, seed])).toEqual([
    ['2026-03-02', null],
    ['2026-03-01', null],
  ])
  // Two operators change a reference at noon: the walk of the day goes on as it was begun.
  await settle(server, 'prices.reference', { btc: '66000', btbc: '0.7' })
  await server.pass({ days: 1 })
  const second = ok(await server.call(readSimulation))
  const [, today, yesterday] = second.days
  expect(second.days.map(({ day }) => day)).toEqual(['2026-03-03', '2026-03-02', '2026-03-01'])
  expect([today?.seed, today?.seed_hash]).toEqual([null, first.days[0]?.seed_hash])
  expect(Date.parse(today?.committed_at ?? '')).toBeLessThan(Date.parse('2026-03-02'))
  const seed = Buffer.from(yesterday?.seed ?? '', 'hex')
  expect(hashOfSeed(seed).toString('hex')).toBe(first.days[1]?.seed_hash)
  const references = ({ openings = [] }: Partial<NonNullable<typeof today>> = {}) =>
    openings.map(({ currency_id: id, reference }) => [id, Number(reference)])
  const others = [BNB.id, 600] as const
  expect(references(yesterday)).toEqual([[BTC.id, 60_000], others, [BTBC.id, 0.8]])
  expect(references(today)).toEqual([[BTC.id, 66_000], others, [BTBC.id, 0.7]])
  expect(second.references.map(({ price }) => Number(price))).toEqual([66_000, 600, 0.7])
  for (const { currency_id: id, price, reference } of yesterday?.openings ?? []) {
    const market = server.app.exchange.markets.find((each) => each.id === id)
    if (!market) throw new Error(`no market ${id}`)
    const opening = units(price)
    const walk = { seed, marketId: market.id, opening, reference: units(reference) }
    const priceAt = openWalk(walk)
    const next = today?.openings.find((each) => each.currency_id === id)
    expect(units(next?.price ?? '')).toBe(priceAt(STEPS_PER_DAY))
  }
  const change = server.db
    .updateTable('simulation_day')
    .set({ seed: Buffer.alloc(32) })
    .execute()
  await expect(change).rejects.toThrow('stays')
})

test('switched off, the house takes its quotes back and has nothing to say', async () => {
  const server = await startTestServer({ liquidity: true })
  const house = await houseOf(server)
  await server.app.http.close()
  await server.app.jobs.stop()
  const again = await startBeside(server)
  expect(again.exchange.openOrders(house)).toEqual([])
  await expectInventory(server, house)
  const off = await startTestServer()
  expect(await findHouseMember(off.db)).toBeUndefined()
  const quoted = ok(await off.call(listMarkets)).flatMap((each) => each.quotation)
  expect(quoted.map(({ simulated }) => simulated)).toEqual([false, false, false])
  expect(ok(await off.call(readSimulation))).toMatchObject({ is_on: false, days: [] })
})

test('switched off beside a server that quotes, it takes the quotes back once the markets are its own', async () => {
  const server = await startTestServer({ liquidity: true })
  const house = await houseOf(server)
  const { exchange, liquidity } = await startBeside(server)
  expect(exchange.isOpen()).toBe(false)
  expect(server.app.exchange.openOrders(house)).toHaveLength(60)
  await server.app.http.close()
  await server.app.jobs.stop()
  await expect.poll(() => exchange.isOpen()).toBe(true)
  expect(exchange.openOrders(house)).toHaveLength(60)
  await liquidity.refresh()
  expect(exchange.openOrders(house)).toEqual([])
  await expectInventory(server, house)
})

async function houseOf(server: TestServer): Promise<number> {
  const id = await findHouseMember(server.db)
  if (id === undefined) throw new Error('There is no house member')
  return id
}

async function expectInventory(server: TestServer, house: number): Promise<void> {
  const has = async (currency: CurrencyId): Promise<bigint> => {
    const account = memberAccount(house, 'change', currency)
    const { available, held } = await balanceOf(server.db, account)
    return (available + held) / UNIT
  }
  expect([await has(USDT.id), await has(BTC.id), await has(BNB.id), await has(BTBC.id)]).toEqual([
    2_000_000n,
    20n,
    2_000n,
    1_000_000n,
  ])
}

async function quotesFollow(server: TestServer): Promise<void> {
  await server.app.liquidity.refresh()
  await server.app.exchange.drained()
}

function units(text: string): bigint {
  return BigInt(text.replace('.', ''))
}
