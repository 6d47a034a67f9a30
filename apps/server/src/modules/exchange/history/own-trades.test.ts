import type { RequestJson } from '@btbc/contract/endpoint.ts'
import { listOwnTrades, placeBuy, placeSell } from '@btbc/contract/exchange.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { give } from '#testing/funds.ts'
import { ok, refusal, startTestServer, type TestMember } from '#testing/server.ts'

import { ownTradesQuery } from './own-trades.ts'
import { fillsQuery } from './trades.ts'

const { BTC, BNB, BTBC, USDT } = currencies

type Asked = RequestJson<typeof listOwnTrades>

async function startMarkets() {
  const server = await startTestServer()
  const alice = await server.join('alice@example.test')
  const bob = await server.join('bob@example.test')
  for (const member of [alice, bob]) {
    await give(server, member.id, USDT.id, 10_000n)
    for (const { id } of [BTC, BNB, BTBC]) await give(server, member.id, id, 10n)
  }
  const order = async (as: TestMember, way: 'in' | 'out', text: string) => {
    const [num = '', coin = '', price = ''] = text.split(' ')
    const currency_id = { BTC, BNB, BTBC }[coin]?.id ?? 0
    const request = { currency_id, price, num, mode: 2 }
    return ok(await server.call(way === 'in' ? placeBuy : placeSell, request, { as })).id
  }
  return {
    server,
    alice,
    bob,
    order,
    /** The first waits, the second takes. */
    trade: async (maker: TestMember, way: 'in' | 'out', text: string) => {
      const made = await order(maker, way, text)
      await order(maker === alice ? bob : alice, way === 'in' ? 'out' : 'in', text)
      return made
    },
    read: async (as: TestMember, asked: Asked = {}) =>
      ok(await server.call(listOwnTrades, asked, { as })),
  }
}

type Markets = Awaited<ReturnType<typeof startMarkets>>

/** Page after page to the end, and how many there were. */
async function readAll({ read }: Markets, as: TestMember, asked: Asked) {
  const names: string[] = []
  let pages = 0
  let cursor: string | undefined
  do {
    const { list, next } = await read(as, { ...asked, ...(cursor !== undefined && { cursor }) })
    expect(list.length).toBeLessThanOrEqual(Number(asked.limit ?? 20))
    names.push(...list.map((trade) => `${trade.currency_name} ${trade.id} ${trade.direction}`))
    cursor = next ?? undefined
    pages += 1
  } while (cursor !== undefined && pages < 50)
  return { names, pages }
}

test('each side of a trade is told as its member had it: role, value, fee and its currency', async () => {
  const { alice, bob, order, read } = await startMarkets()
  const bought = await order(alice, 'in', '0.1 BTC 60000')
  const sold = await order(bob, 'out', '0.04 BTC 59000')
  const trade = {
    id: 1,
    currency_id: 1,
    currency_name: 'BTC',
    legal_name: 'USDT',
    price: '60000.00000000',
    number: '0.04000000',
    value: '2400.00000000',
    create_time: expect.any(String),
  }
  expect(await read(alice)).toEqual({
    list: [
      {
        ...trade,
        order_id: bought,
        direction: 'in',
        fee: '0.00004000',
        fee_currency: 'BTC',
        role: 'maker',
      },
    ],
    next: null,
    limit: 20,
  })
  expect((await read(bob)).list).toEqual([
    {
      ...trade,
      order_id: sold,
      direction: 'out',
      fee: '2.40000000',
      fee_currency: 'USDT',
      role: 'taker',
    },
  ])
})

test('pages over all markets are in the order of time, each trade once, whatever is traded meanwhile', async () => {
  const markets = await startMarkets()
  const { server, alice, bob, trade, read } = markets
  for (let n = 0; n < 4; n += 1) {
    await trade(alice, 'in', '2 BTBC 0.5')
    await trade(bob, n % 2 === 0 ? 'in' : 'out', '0.01 BTC 60000')
    await server.pass({ minutes: 1 })
  }
  const first = await read(alice, { limit: 3 })
  expect(first.list.map(({ currency_name, id }) => [currency_name, id])).toEqual([
    ['BTC', 4],
    ['BTBC', 4],
    ['BTC', 3],
  ])
  // Newer than the first page, and in a market of which nothing had been traded.
  await trade(alice, 'in', '0.1 BNB 600')
  await trade(alice, 'in', '2 BTBC 0.5')
  const rest = await read(alice, { limit: 100, cursor: first.next ?? '' })
  expect(rest.list.map(({ currency_name, id }) => [currency_name, id])).toEqual([
    ['BTBC', 3],
    ['BTC', 2],
    ['BTBC', 2],
    ['BTC', 1],
    ['BTBC', 1],
  ])
  expect(rest.next).toBe(null)
  const whole = await readAll(markets, alice, { limit: 100 })
  expect(whole.pages).toBe(1)
  expect(new Set(whole.names).size).toBe(10)
  for (const limit of [1, 2, 3, 9, 10]) {
    const paged = await readAll(markets, alice, { limit })
    expect(paged).toEqual({ names: whole.names, pages: Math.ceil(10 / limit) })
  }
})

test('one market or one side is what was asked for', async () => {
  const markets = await startMarkets()
  const { alice, bob, trade } = markets
  await trade(alice, 'in', '2 BTBC 0.5')
  await trade(alice, 'out', '0.01 BTC 60000')
  await trade(bob, 'out', '0.01 BTC 60000')
  const of = async (asked: Asked) => (await readAll(markets, alice, { ...asked, limit: 1 })).names
  expect(await of({ currency_id: BTC.id })).toEqual(['BTC 2 in', 'BTC 1 out'])
  expect(await of({ direction: 'in' })).toEqual(['BTC 2 in', 'BTBC 1 in'])
  expect(await of({ direction: 'out', currency_id: BTC.id })).toEqual(['BTC 1 out'])
  expect(await of({ direction: 'out', currency_id: BTBC.id })).toEqual([])
  expect(await of({ currency_id: BNB.id })).toEqual([])
})

test('of a side that is rare a page may be short, and the next one goes on', async () => {
  const { server, alice, trade, read } = await startMarkets()
  await trade(alice, 'out', '0.1 BNB 600')
  // Listed now, so that what is written below stays as it is written.
  expect((await read(alice)).list).toHaveLength(1)
  await fill(server, { memberId: alice.id, marketId: BNB.id, lists: 10, ids: 100 })
  const first = await read(alice, { direction: 'out', limit: 1 })
  expect(first.list).toEqual([])
  const found = [...first.list]
  let { next } = first
  for (let n = 0; n < 5 && next !== null; n += 1) {
    const page = await read(alice, { direction: 'out', limit: 1, cursor: next })
    found.push(...page.list)
    next = page.next
  }
  expect(found.map(({ id }) => id)).toEqual([1])
  await unfill(server)
})

test('whose trades they are not sees none, and without a session nobody does', async () => {
  const { server, alice, trade, read } = await startMarkets()
  await trade(alice, 'in', '2 BTBC 0.5')
  await trade(alice, 'in', '2 BTBC 0.5')
  const { next } = await read(alice, { limit: 1 })
  const carol = await server.join('carol@example.test')
  expect(await read(carol)).toEqual({ list: [], next: null, limit: 20 })
  expect((await read(carol, { cursor: next ?? '' })).list).toEqual([])
  expect(refusal(await server.call(listOwnTrades, {}))).toBe('login_required')
})

const BAD: readonly object[] = [
  { limit: 0 },
  { limit: 201 },
  { limit: 1.5 },
  { limit: '1e30' },
  { direction: 'buy' },
  { cursor: '1' },
  { cursor: '1.-2' },
  { cursor: '1.9999999999999999' },
  { cursor: "1.2';--" },
  { cursor: '1.2-' },
  { cursor: Array.from({ length: 17 }, () => '1.2').join('-') },
  { cursor: '\u0000' },
  { cursor: '😀' },
  { currency_id: -1 },
  { legal_id: 1 },
]

test('bad questions are refused, one like the other', async () => {
  const { server, alice } = await startMarkets()
  for (const asked of BAD) {
    const answer = await server.call(listOwnTrades, asked, { as: alice })
    expect([asked, refusal(answer)]).toEqual([asked, 'invalid_request'])
  }
})

test('a market that is not there is told, and a cursor of one changes nothing', async () => {
  const { server, alice, trade, read } = await startMarkets()
  await trade(alice, 'in', '2 BTBC 0.5')
  const odd = await server.call(listOwnTrades, { currency_id: USDT.id }, { as: alice })
  expect(refusal(odd)).toBe('market_not_found')
  expect((await read(alice, { cursor: '77.5-28.2' })).list).toHaveLength(1)
  expect((await read(alice, { cursor: '77.5' })).list).toEqual([])
})

test('a page is read by index and no further than it goes, however many trades there are', async () => {
  const { server, alice } = await startMarkets()
  const LISTS = 600
  const IDS = 50
  await fill(server, { memberId: alice.id, marketId: BNB.id, lists: LISTS, ids: IDS })
  const own = { memberId: alice.id, marketId: BNB.id, count: 21 }
  const queries = [
    ...[BigInt(Number.MAX_SAFE_INTEGER), 15_025n, 30n].map((before) =>
      ownTradesQuery({ ...own, before }),
    ),
    fillsQuery(alice.id, { limit: 21 }),
    fillsQuery(alice.id, { limit: 21, skip: 84 }),
    fillsQuery(alice.id, { limit: 21, fromId: 15_025n }),
  ]
  for (const query of queries) {
    const plan = await server.db.connection().execute(async (connection) => {
      await sql`reset enable_seqscan`.execute(connection)
      const { rows } = await sql<Record<string, string>>`explain analyze ${query}`.execute(
        connection,
      )
      return rows.map((row) => Object.values(row).join()).join('\n')
    })
    expect(plan).toContain('exchange_trades_of_member_pkey')
    expect(plan).toContain('exchange_trade_batch_pkey')
    expect(plan).not.toContain('Seq Scan')
    const rows = [...plan.matchAll(/rows=(\d+)(?:\.\d+)? loops=/g)].map(([, count]) =>
      Number(count),
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(Math.max(...rows)).toBeLessThanOrEqual(3 * IDS)
  }
  await unfill(server)
})

type Server = Markets['server']

/** Trades of one member, above those that are there: listed and looked at, never settled. */
async function fill(
  { db }: Server,
  { memberId, marketId, lists, ids }: Record<'memberId' | 'marketId' | 'lists' | 'ids', number>,
): Promise<void> {
  const first = 2
  await sql`
    insert into exchange_trade_batch
    select ${marketId}::integer, f, f + ${ids}::integer - 1, timestamptz '2030-01-01' + f * interval '1 s',
      array_fill(100::bigint, n), array_fill(1::bigint, n), array_fill(1000::bigint, n),
      array_fill(true, n), array_fill(1::bigint, n), array_fill(2::bigint, n),
      array_fill(${memberId}::integer, n), array_fill(1000000, n), array_fill(0::bigint, n),
      array_fill(0::bigint, n)
    from generate_series(${first}::bigint, ${first + lists * ids - 1}::bigint, ${ids}::bigint) f,
      (select array[${ids}::integer]) as of (n)`.execute(db)
  await sql`
    insert into exchange_trades_of_member
    select ${memberId}::integer, market_id, first_id, last_id,
      array(select generate_series(first_id, last_id))
    from exchange_trade_batch where taker_id[1] = 1000000`.execute(db)
  await sql`analyze exchange_trade_batch, exchange_trades_of_member`.execute(db)
}

async function unfill({ db }: Server): Promise<void> {
  await sql`delete from exchange_trades_of_member l using exchange_trade_batch b
    where b.taker_id[1] = 1000000 and l.market_id = b.market_id and l.first_id = b.first_id`.execute(
    db,
  )
  await sql`delete from exchange_trade_batch where taker_id[1] = 1000000`.execute(db)
}
