import { bigints, booleans, integers, smallints } from '@btbc/database/binary-array.ts'
import type { Statement } from '@btbc/database/database.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import { type Net, type NetEntry, postNetsStatement } from '@btbc/ledger/post-net.ts'
import { arrayOfTexts } from '@btbc/ledger/wire.ts'

import type { EngineOrder, EngineTrade } from './engine-order.ts'
import { kindCode, statusCode } from '../order-codes.ts'

/**
 * Writes what a batch came to in one statement: two entries of the books, the orders that now rest,
 * changed or ended, the trades, and the fence. Each order is in exactly one of the three lists.
 */

export type Settlement = {
  /** Names the batch for ever. */
  name: string
  at: Date
  nets: { held: Net; settled: Net }
  /** Accounts that may not be there yet. */
  unopened: readonly number[]
  opened: readonly EngineOrder[]
  changed: readonly EngineOrder[]
  /** Orders of the stored book that are no more. */
  removed: readonly EngineOrder[]
  markets: readonly SettledMarket[]
}

/** What changed in a market: the epoch it is held at, its new sequence, and what was counted on. */
export type SettledMarket = {
  marketId: number
  epoch: number
  sequence: number
  ended: EngineOrder[]
  /** The number of the last of them; those before it have the numbers before it. */
  endedCount: number
  trades: EngineTrade[]
}

export function settleStatement(batch: Settlement): Statement {
  const { name, at, nets, unopened, markets } = batch
  const entries = (['order.held', 'trade.settled'] as const).flatMap((kind): NetEntry[] => {
    const net = kind === 'order.held' ? nets.held : nets.settled
    return net.accounts.length === 0 ? [] : [{ key: `exchange:${name}:${kind}`, kind, at, net }]
  })
  return postNetsStatement(entries, unopened, at, [
    leaseFragment(markets),
    removedFragment(batch),
    changedFragment(batch),
    openedFragment(batch),
    ...markets.flatMap((market) => [endedFragment(market, at), tradeFragment(market, at)]),
  ])
}

/** The table refuses a settled epoch that is not the market's: a fenced engine commits nothing. */
function leaseFragment(markets: readonly SettledMarket[]): Fragment {
  return {
    name: 'fence',
    text: `update market_lease l set settled_epoch = f.epoch, sequence = f.sequence
      from unnest($1::integer[], $2::bigint[], $3::bigint[]) as f (market_id, epoch, sequence)
      where l.market_id = f.market_id`,
    values: [
      integers(markets.map(({ marketId }) => marketId)),
      bigints(markets.map(({ epoch }) => epoch)),
      bigints(markets.map(({ sequence }) => sequence)),
    ],
  }
}

function removedFragment({ removed }: Settlement): Fragment {
  return {
    name: 'removed_order',
    text: `delete from exchange_open_order o
      using unnest($1::integer[], $2::bigint[]) as r (market_id, id)
      where o.market_id = r.market_id and o.id = r.id`,
    values: [
      integers(removed.map(({ market }) => market.id)),
      bigints(removed.map(({ id }) => id)),
    ],
  }
}

function changedFragment({ changed, at }: Settlement): Fragment {
  return {
    name: 'changed_order',
    text: `update exchange_open_order o set quantity = c.quantity, filled = c.filled,
        quote_filled = c.quote_filled, fee = c.fee, held = c.held, is_waiting = c.is_waiting,
        triggered_at = case when o.is_waiting and not c.is_waiting then $12::timestamptz
          else o.triggered_at end,
        priority = c.priority, first_trade = c.first_trade, last_trade = c.last_trade,
        updated_at = $12::timestamptz
      from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
        $6::bigint[], $7::bigint[], $8::boolean[], $9::bigint[], $10::bigint[], $11::bigint[])
        as c (market_id, id, quantity, filled, quote_filled, fee, held, is_waiting, priority,
          first_trade, last_trade)
      where o.market_id = c.market_id and o.id = c.id`,
    values: [
      integers(changed.map(({ market }) => market.id)),
      bigints(changed.map(({ id }) => id)),
      bigints(changed.map(({ quantity }) => quantity)),
      bigints(changed.map(({ filled }) => filled)),
      bigints(changed.map(({ quoteFilled }) => quoteFilled)),
      bigints(changed.map(({ fee }) => fee)),
      bigints(changed.map(({ held }) => held)),
      booleans(changed.map(({ status }) => status === 'waiting')),
      bigints(changed.map(({ priority }) => priority)),
      bigints(changed.map(({ firstTrade }) => firstTrade)),
      bigints(changed.map(({ lastTrade }) => lastTrade)),
      at.toISOString(),
    ],
  }
}

function openedFragment({ opened, at }: Settlement): Fragment {
  return {
    name: 'opened_order',
    text: `insert into exchange_open_order (market_id, ${ORDER_COLUMNS}, held, is_waiting, priority,
        created_at, updated_at)
      select o.*, $17::timestamptz, $17::timestamptz
      from unnest($13::integer[], ${ORDER_TYPES}, $14::bigint[], $15::boolean[], $16::bigint[]) as o`,
    values: [
      ...orderArrays(opened),
      integers(opened.map(({ market }) => market.id)),
      bigints(opened.map(({ held }) => held)),
      booleans(opened.map(({ status }) => status === 'waiting')),
      bigints(opened.map(({ priority }) => priority)),
      at.toISOString(),
    ],
  }
}

function endedFragment({ marketId, ended, endedCount }: SettledMarket, at: Date): Fragment {
  return {
    name: `ended_of_${marketId}`,
    text: `insert into exchange_ended_batch (${ORDER_COLUMNS}, status, created_at, market_id,
        first_n, last_n, ended_at, budget, triggered_at)
      select ${ORDER_TYPES}, $13::smallint[], $14::bigint[], $15::integer, $16::bigint, $17::bigint,
        $18::timestamptz, $19::bigint[], $20::bigint[]
      where cardinality($1::bigint[]) > 0`,
    values: [
      ...orderArrays(ended),
      smallints(ended.map(({ status }) => statusCode(status))),
      bigints(ended.map(({ createdAt }) => createdAt.getTime())),
      marketId,
      endedCount - ended.length + 1,
      endedCount,
      at.toISOString(),
      ended.every(({ budget }) => budget === null)
        ? null
        : bigints(ended.map(({ budget }) => budget)),
      ended.every((order) => triggeredAt(order) === null) ? null : bigints(ended.map(triggeredAt)),
    ],
  }
}

/** What is no stop came to the book as it was placed. */
function triggeredAt({ stopPrice, workingAt }: EngineOrder): number | null {
  return stopPrice === null || workingAt === null ? null : workingAt.getTime()
}

const ORDER_COLUMNS = `id, member_id, terms, price, stop_price, quantity, filled, quote_filled, fee,
  first_trade, last_trade, client_id`
const ORDER_TYPES = `$1::bigint[], $2::integer[], $3::smallint[], $4::bigint[], $5::bigint[],
  $6::bigint[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::text[]`

function orderArrays(orders: readonly EngineOrder[]): (Buffer | string | null)[] {
  return [
    bigints(orders.map(({ id }) => id)),
    integers(orders.map(({ memberId }) => memberId)),
    smallints(orders.map(kindCode)),
    bigints(orders.map(({ price }) => price)),
    bigints(orders.map(({ stopPrice }) => stopPrice)),
    bigints(orders.map(({ quantity }) => quantity)),
    bigints(orders.map(({ filled }) => filled)),
    bigints(orders.map(({ quoteFilled }) => quoteFilled)),
    bigints(orders.map(({ fee }) => fee)),
    bigints(orders.map(({ firstTrade }) => firstTrade)),
    bigints(orders.map(({ lastTrade }) => lastTrade)),
    orders.every(({ clientId }) => clientId === null)
      ? null
      : arrayOfTexts(orders.map(({ clientId }) => clientId)),
  ]
}

function tradeFragment({ marketId, trades }: SettledMarket, at: Date): Fragment {
  return {
    name: `trades_of_${marketId}`,
    text: `insert into exchange_trade_batch (price, quantity, quote, taker_sells, maker_order,
        taker_order, maker_id, taker_id, maker_fee, taker_fee, market_id, first_id, last_id, at)
      select $1::bigint[], $2::bigint[], $3::bigint[], $4::boolean[], $5::bigint[], $6::bigint[],
        $7::integer[], $8::integer[], $9::bigint[], $10::bigint[], $11::integer, $12::bigint,
        $13::bigint, $14::timestamptz
      where cardinality($1::bigint[]) > 0`,
    values: [
      bigints(trades.map(({ price }) => price)),
      bigints(trades.map(({ quantity }) => quantity)),
      bigints(trades.map(({ quote }) => quote)),
      booleans(trades.map(({ taker }) => taker.side === 'sell')),
      bigints(trades.map(({ maker }) => maker.id)),
      bigints(trades.map(({ taker }) => taker.id)),
      integers(trades.map(({ maker }) => maker.memberId)),
      integers(trades.map(({ taker }) => taker.memberId)),
      bigints(trades.map(({ makerFee }) => makerFee)),
      bigints(trades.map(({ takerFee }) => takerFee)),
      marketId,
      trades[0]?.id ?? 0,
      trades.at(-1)?.id ?? 0,
      at.toISOString(),
    ],
  }
}
