/**
 * Orders and trades of two bots, as batches of the exchange leave them; they moved nothing in the books,
 * so they cost nothing either.
 */

import { type Db, openDatabase } from '@btbc/database/database.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { indexNext } from '../../apps/server/src/modules/exchange/history/history.ts'
import { kindCode, statusCode } from '../../apps/server/src/modules/exchange/order-codes.ts'
import { catchUp } from '../../apps/server/src/modules/market-data/candle-store.ts'

const MARKET = currencies.BTC.id
/** An order of either side each. */
const TRADES_IN_BATCH = 50
const TRADES_IN_STRETCH = 100
const PRICE_TICKS = 6_000_000
const LOTS = 100
/** In units, for what one of them comes to. */
const QUOTE = 6_000_000_000n
const FEE = 0n

export type Bots = {
  /** Has made every order that was taken. */
  busy: number
  /** Has taken ten of them. */
  idle: number
  orders: number
  /** Those who took the others, from the first on. */
  takers: number
}

const FEW_ORDERS = 10

/** The bots of a house of so many members, for each of whom there is an order of either side. */
export function botsOf(members: number): Bots {
  return { busy: members - 2, idle: members - 3, orders: members, takers: members / 100 }
}

const [BUYS, SELLS] = (['buy', 'sell'] as const).map((side) =>
  kindCode({ side, type: 'limit', timeInForce: 'gtc' }),
)

/**
 * Listed by member as a server does it that looks every two seconds, when the bot places the fifty
 * orders a second that anybody may; and folded into candles.
 */
export async function loadOrders(url: string, bots: Bots, at: Date): Promise<void> {
  const db = openDatabase(url, { connectionsMax: 1 })
  try {
    for (let first = 1; first <= bots.orders; first += TRADES_IN_STRETCH) {
      const last = Math.min(bots.orders, first + TRADES_IN_STRETCH - 1)
      await loadBatches(db, { first, last, bots, at })
      await indexNext(db, MARKET)
    }
    await sql`select setval('exchange_order_number', ${2 * bots.orders + 1_000}::bigint)`.execute(
      db,
    )
    while (await db.transaction().execute((tx) => catchUp(tx, MARKET)));
    await sql`vacuum analyze exchange_ended_batch, exchange_orders_of_member,
      exchange_trade_batch, exchange_trades_of_member`.execute(db)
  } finally {
    await db.destroy()
  }
}

/** Trade `t` is between the order 2t - 1 of the busy bot, which rested, and the order 2t. */
async function loadBatches(
  db: Db,
  { first, last, bots, at }: { first: number; last: number; bots: Bots; at: Date },
): Promise<void> {
  const { busy, idle, takers, orders } = bots
  const taker = sql`case t % ${orders / FEW_ORDERS}::bigint when 0 then ${idle}::integer
    else (t % ${takers}::bigint)::integer + 1 end`
  const trades = alike(TRADES_IN_BATCH)
  await sql`insert into exchange_trade_batch (market_id, first_id, last_id, at, price, quantity, quote,
      taker_sells, maker_order, taker_order, maker_id, taker_id, maker_fee, taker_fee)
    select ${MARKET}::integer, min(t), max(t), ${at}::timestamptz, ${trades(PRICE_TICKS, 'bigint')},
      ${trades(LOTS, 'bigint')}, ${trades(QUOTE, 'bigint')}, ${trades(true, 'boolean')},
      array_agg(2 * t - 1 order by t), array_agg(2 * t order by t), ${trades(busy, 'integer')},
      array_agg(${taker} order by t), ${trades(FEE, 'bigint')}, ${trades(FEE, 'bigint')}
    from generate_series(${first}::bigint, ${last}::bigint) t
    group by (t - 1) / ${TRADES_IN_BATCH}::bigint`.execute(db)
  const ended = alike(2 * TRADES_IN_BATCH)
  await sql`insert into exchange_ended_batch (market_id, first_n, last_n, ended_at, id, member_id, terms,
      status, price, stop_price, quantity, filled, quote_filled, fee, first_trade, last_trade, created_at)
    select ${MARKET}::integer, min(n), max(n), ${at}::timestamptz, array_agg(n order by n),
      array_agg(case n % 2 when 1 then ${busy}::integer else ${taker} end order by n),
      array_agg((case n % 2 when 1 then ${BUYS} else ${SELLS} end)::smallint order by n),
      ${ended(statusCode('filled'), 'smallint')}, ${ended(PRICE_TICKS, 'bigint')},
      ${ended(null, 'bigint')}, ${ended(LOTS, 'bigint')}, ${ended(LOTS, 'bigint')},
      ${ended(QUOTE, 'bigint')}, ${ended(FEE, 'bigint')}, array_agg(t order by n),
      array_agg(t order by n), ${ended(at.getTime(), 'bigint')}
    from generate_series(${2 * first - 1}::bigint, ${2 * last}::bigint) n
    cross join lateral (select (n + 1) / 2) as trade (t)
    group by (t - 1) / ${TRADES_IN_BATCH}::bigint`.execute(db)
}

/** An array of so many of the same. */
function alike(count: number) {
  return (value: unknown, type: 'bigint' | 'integer' | 'smallint' | 'boolean') =>
    sql`array_fill(${value}::${sql.raw(type)}, array[${count}::integer])`
}
