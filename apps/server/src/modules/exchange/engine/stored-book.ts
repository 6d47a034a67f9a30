import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { EngineOrder } from './engine-order.ts'
import type { MarketSteps } from '../markets.ts'
import { readKind } from '../order-codes.ts'

/** The book as it is committed, read back page by page: at the start, and after any doubt. */

const PAGE = 50_000

export type StoredMarket = {
  /** In the order in which they joined their queues. */
  orders: EngineOrder[]
  lastTrade: { id: number; price: number } | undefined
  /** How many orders have ended. */
  endedCount: number
  lastPriority: number
}

export type StoredOrder = {
  id: number
  member_id: number
  terms: number
  price: number | null
  stop_price: number | null
  quantity: number
  filled: number
  quote_filled: bigint
  fee: number
  held: number
  is_waiting: boolean
  priority: number
  client_id: string | null
  first_trade: number | null
  last_trade: number | null
  created_ms: number
  working_ms: number | null
  updated_ms: number
}

export async function readMarket(db: Db, market: MarketSteps): Promise<StoredMarket> {
  const orders: EngineOrder[] = []
  for (let after = 0; ;) {
    // What the engine wrote from numbers, below 2^53 each, comes back as numbers.
    const { rows } = await sql<StoredOrder>`
      select id::float8, member_id, terms, price::float8, stop_price::float8,
        quantity::float8, filled::float8, quote_filled, fee::float8, held::float8,
        is_waiting, priority::float8, client_id, first_trade::float8, last_trade::float8,
        (extract(epoch from created_at) * 1000)::float8 as created_ms,
        (extract(epoch from case when not is_waiting then coalesce(triggered_at, created_at) end)
          * 1000)::float8 as working_ms,
        (extract(epoch from updated_at) * 1000)::float8 as updated_ms
      from exchange_open_order
      where market_id = ${market.id} and id > ${after} order by id limit ${PAGE}`.execute(db)
    for (const row of rows) orders.push(readStored(market, row))
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) break
    after = last.id
  }
  orders.sort((a, b) => a.priority - b.priority)
  const { rows } = await sql<{ ended: number; id: number | null; price: number | null }>`
    select coalesce((
      select last_n::float8 from exchange_ended_batch
      where market_id = ${market.id} order by first_n desc limit 1
    ), 0) as ended, trade.id, trade.price
    from (select) always left join lateral (
      select last_id::float8 as id, price[cardinality(price)]::float8 as price
      from exchange_trade_batch
      where market_id = ${market.id} order by first_id desc limit 1
    ) trade on true`.execute(db)
  const { ended, id, price } = rows[0] ?? { ended: 0, id: null, price: null }
  return {
    orders,
    lastTrade: id === null || price === null ? undefined : { id, price },
    endedCount: ended,
    lastPriority: orders.at(-1)?.priority ?? 0,
  }
}

export function readStored(market: MarketSteps, row: StoredOrder): EngineOrder {
  const left = row.quantity - row.filled
  const { side, type, timeInForce } = readKind(row.terms)
  return {
    id: row.id,
    clientId: row.client_id,
    memberId: row.member_id,
    market,
    side,
    type,
    timeInForce,
    price: row.price,
    stopPrice: row.stop_price,
    // What names one never rests.
    budget: null,
    quantity: row.quantity,
    filled: row.filled,
    quoteFilled: row.quote_filled,
    fee: row.fee,
    held: row.held,
    holdPrice: side === 'buy' ? row.held / (left * market.quotePerStep) : 0,
    status: row.is_waiting ? 'waiting' : 'open',
    priority: row.priority,
    firstTrade: row.first_trade,
    lastTrade: row.last_trade,
    createdAt: new Date(row.created_ms),
    workingAt: row.working_ms === null ? null : new Date(row.working_ms),
    updatedAt: new Date(row.updated_ms),
    isStored: true,
  }
}
