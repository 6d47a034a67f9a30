/**
 * Buying USDT over HTTP to the whole product in a process of its own: prices, purchases and lists, with
 * a hundred offers and deals and with 100,000 offers and 1,000,000 deals. Each beside TPC-B on the same
 * database server in the same run.
 */

import { requestOf } from '@btbc/client/client.ts'
import { listDeals, listSales, openDeal, quoteDeal } from '@btbc/contract/deal.ts'
import { listOffers } from '@btbc/contract/offer.ts'
import type { Db } from '@btbc/database/database.ts'
import { houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { offerStocked } from '../../apps/server/src/modules/offer/offer.entries.ts'
import { connections, type HttpConnections, servedOne } from '#http-client.ts'
import { headersOf, openSessions } from '#members.ts'
import { fillTreasury, postInParts } from '#order-flow.ts'
import { measureProduct } from '#product.ts'
import type { BenchResult } from '#result.ts'
import { type Contender, ratiosTo } from '#rounds.ts'

const CONNECTIONS = 64
const BUYERS = 50_000
const OFFERS_EACH = 20
/** Of amounts; an offer takes those of one of them. */
const BRACKETS = 10
const STOCK = 5_000n * UNIT
/** Of the cheapest of each bracket: it lasts as long as the rounds do. */
const DEEP_STOCK = 5_000_000n * UNIT
const DEALS_AT_ONCE = 50_000

/** Prices that are near enough to the reference to be live. */
const WITHIN = sql`price between ${UNIT}::bigint * 65 / 10 and ${UNIT}::bigint * 79 / 10`

type Size = { offers: number; deals: number }
const FEW = { offers: 100, deals: 100 }
const MANY = { offers: 100_000, deals: 1_000_000 }

const { USDT } = currencies

export async function run(): Promise<BenchResult> {
  const [few, many] = [await measure(FEW), await measure(MANY)]
  const ratios = { ...ratiosTo('TPC-B', many) }
  const [fewRatios, manyRatios] = [ratiosTo('TPC-B', few), ratiosTo('TPC-B', many)]
  for (const [name, ratio] of Object.entries(fewRatios)) {
    const grown = manyRatios[name] ?? Number.NaN
    ratios[`${name.replace(' / TPC-B', '')} with few / with many`] = ratio / grown
  }
  const medians = Object.fromEntries([
    ...Object.entries(few).map(([name, rate]) => [`${name}, few`, rate]),
    ...Object.entries(many).map(([name, rate]) => [`${name}, many`, rate]),
  ])
  return { bench: 'deals', ratios, medians, unit: 'per second' }
}

async function measure(size: Size): Promise<Record<string, number>> {
  const sellers = size.offers / OFFERS_EACH
  const { medians } = await measureProduct(
    (db) => openSessions(db, { count: sellers + BUYERS }),
    async (url, db) => {
      await openMarket(db, { ...size, sellers })
      const callers = connections(url, CONNECTIONS)
      return { all: contendersOver(db, callers, sellers), close: () => callers.close() }
    },
  )
  return medians
}

/** Sellers 1 to `sellers` with their offers, and buyers after them who have bought from all of them. */
export async function openMarket(db: Db, market: Size & { sellers: number }): Promise<void> {
  const { offers, deals, sellers } = market
  await sql`update member set is_seller = true where id <= ${sellers}::integer`.execute(db)
  await sql`insert into payee (member_id, way, account, holder, made_at)
    select n, way, 'TEST-' || n, 'TEST ' || n, now()
    from generate_series(1, ${sellers}::integer) n, unnest('{alipay,wechat,bank}'::text[]) way`.execute(
    db,
  )
  await sql`insert into offer
      (member_id, price, least, most, ways, stock, stockings, created_at)
    select (n - 1) / ${OFFERS_EACH}::integer + 1,
      ${UNIT}::bigint * (6700 + n * 7919 % 1000) / 1000,
      ${UNIT}::bigint * 100 * (n % ${BRACKETS}::integer + 1),
      ${UNIT}::bigint * 100 * (n % ${BRACKETS}::integer + 1) + 99 * ${UNIT}::bigint,
      '{alipay,wechat,bank}', ${STOCK}, 1, now()
    from generate_series(1, ${offers}::integer) n order by n`.execute(db)
  await sql`update offer set stock = ${DEEP_STOCK} where id in (
    select distinct on (least) id from offer where ${WITHIN} order by least, price, id)`.execute(db)
  await stockSellers(db)
  for (let first = 1; first <= deals; first += DEALS_AT_ONCE) {
    await db.transaction().execute(async (tx) => {
      // Old deals are written as they ended, past the triggers that keep their ways.
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`insert into deal (offer_id, seller_id, buyer_id, way, payee_id, terms, price, fiat,
          number, state, created_at, turn_at, closed_at, to_buyer, is_counted)
        select offer.id, offer.member_id, ${sellers}::integer + 1 + n % ${BUYERS}::integer, 'bank', 1,
          '', price, least, 1, 'cancelled', now(), now(), now(), 0, true
        from generate_series(${first}::integer,
          ${Math.min(deals, first + DEALS_AT_ONCE - 1)}::integer) n
        join offer on offer.id = n % ${offers}::integer + 1 order by n`.execute(tx)
    })
  }
  await sql`insert into deal_quote (member_id, price, expires_at)
    select ${sellers}::integer + n, best.price, now() + '1 day'
    from generate_series(1, ${BUYERS}::integer) n
    join (select least / ${UNIT}::bigint / 100 - 1 as bracket, min(price) as price from offer
      where ${WITHIN} group by 1) best on best.bracket = n % ${BRACKETS}::integer`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

/** What stands behind the offers, held in the sellers' P2P wallets. */
async function stockSellers(db: Db): Promise<void> {
  const offers = await db.selectFrom('offer').select(['id', 'member_id', 'stock']).execute()
  const at = new Date()
  const stocked = offers.flatMap(({ id, member_id: memberId, stock }): Entry[] => {
    const granted = {
      from: houseAccount('pool:treasury', USDT.id),
      to: memberAccount(memberId, 'legal', USDT.id),
      amount: stock,
    }
    return [
      {
        key: `bench:granted:${id}`,
        kind: 'genesis.sample_granted',
        at,
        memberId,
        moves: [granted],
      },
      offerStocked({ id, memberId, count: 1 }, stock, at),
    ]
  })
  await postInParts(db, [fillTreasury(stocked, at), ...stocked])
}

function contendersOver(db: Db, callers: HttpConnections, sellers: number): Contender[] {
  const prepare = () => callers.renew()
  let turn = 0
  const buyer = () => turn++ % BUYERS
  // Each buys once or twice: who has never bought may have two deals open, and these stay open.
  let bought = 0
  const orderOf = (n: number) => ({
    acc: String(((n + 1) % BRACKETS) * 100 + 150),
    pay_way: 'bank' as const,
  })
  const reader = (name: string, ask: (n: number) => { target: string; member: number }) => ({
    name,
    writers: CONNECTIONS,
    prepare,
    async step(n: number) {
      const { target, member } = ask(buyer())
      return servedOne(await callers.at(n).get(`/api${target}`, headersOf(member)))
    },
  })
  const rates = new Map<string, string>()
  const buy: Contender = {
    name: 'buy',
    writers: CONNECTIONS,
    // What a bracket costs is learned from one quote; each buyer has one for it.
    async prepare() {
      await prepare()
      // Of who has asked for a price of their own since, it would not last until they buy.
      await sql`update deal_quote set expires_at = now() + '1 day'
        where expires_at < now() + '12 hours'`.execute(db)
      for (let n = 0; n < BRACKETS; n += 1) {
        const { target } = requestOf(quoteDeal, orderOf(n))
        const answer = await callers.at(0).get(`/api${target}`, headersOf(sellers + 1 + n))
        servedOne(answer)
        const { message } = JSON.parse(answer) as { message: { rate: string } }
        rates.set(orderOf(n).acc, message.rate)
      }
    },
    async step(n) {
      const index = bought++ % BUYERS
      const order = orderOf(index)
      const body = JSON.stringify({ ...order, rate: rates.get(order.acc) })
      const headers = headersOf(sellers + 1 + index)
      return servedOne(await callers.at(n).post(`/api${openDeal.path}`, headers, body))
    },
  }
  const seller = (n: number) => (n % sellers) + 1
  const page = { page: 1, limit: 20 }
  return [
    reader('quote', (n) => ({
      target: requestOf(quoteDeal, orderOf(n)).target,
      member: sellers + 1 + n,
    })),
    buy,
    reader('own deals', (n) => ({
      target: requestOf(listDeals, page).target,
      member: sellers + 1 + n,
    })),
    reader('sales', (n) => ({ target: requestOf(listSales, page).target, member: seller(n) })),
    reader('own offers', (n) => ({
      target: requestOf(listOffers, page).target,
      member: seller(n),
    })),
  ]
}
