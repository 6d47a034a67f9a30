import type { Tx } from '@btbc/database/database.ts'
import { type Fragment, postBatch } from '@btbc/ledger/post-batch.ts'
import type { Entry, Move } from '@btbc/ledger/post.ts'
import { arrayOf, arrayOfTexts } from '@btbc/ledger/wire.ts'

import type { LiveOrder, LiveTrade } from './live-order.ts'

/**
 * Writes what a batch came to in one statement: two entries of the books, the orders that now rest,
 * changed or ended, the trades, and the fence. Each order is in exactly one of the three lists.
 */

/** A key is posted once: the number of an entry is part of it. */
const MOVES_PER_ENTRY = 1_000

export type Settlement = {
  /** Names the batch for ever. */
  name: string
  at: Date
  moves: { held: readonly Move[]; settled: readonly Move[] }
  opened: readonly LiveOrder[]
  changed: readonly LiveOrder[]
  ended: readonly { order: LiveOrder; n: number }[]
  trades: readonly LiveTrade[]
  /** The markets that changed: the epoch they are held at, and their new sequence. */
  leases: readonly { marketId: number; epoch: number; sequence: number }[]
}

export async function settle(tx: Tx, batch: Settlement): Promise<void> {
  const entries = [
    ...entriesOf(batch, 'order.held', batch.moves.held),
    ...entriesOf(batch, 'trade.settled', batch.moves.settled),
  ]
  await postBatch(tx, entries, [
    leaseFragment(batch),
    removedFragment(batch),
    changedFragment(batch),
    openedFragment(batch),
    endedFragment(batch),
    tradeFragment(batch),
  ])
}

function entriesOf(
  { name, at }: Settlement,
  kind: 'order.held' | 'trade.settled',
  moves: readonly Move[],
): Entry[] {
  const entries: Entry[] = []
  for (let start = 0; start < moves.length; start += MOVES_PER_ENTRY) {
    const key = `exchange:${name}:${kind}:${entries.length}`
    entries.push({ key, kind, at, moves: moves.slice(start, start + MOVES_PER_ENTRY) })
  }
  return entries
}

/** The table refuses a settled epoch that is not the market's: a fenced engine commits nothing. */
function leaseFragment({ leases }: Settlement): Fragment {
  return {
    name: 'fence',
    text: `update market_lease l set settled_epoch = f.epoch, sequence = f.sequence
      from unnest($1::integer[], $2::bigint[], $3::bigint[]) as f (market_id, epoch, sequence)
      where l.market_id = f.market_id`,
    values: [
      arrayOf(leases.map(({ marketId }) => marketId)),
      arrayOf(leases.map(({ epoch }) => epoch)),
      arrayOf(leases.map(({ sequence }) => sequence)),
    ],
  }
}

/** Orders that were in the stored book and have ended. */
function removedFragment({ ended }: Settlement): Fragment {
  const stored = ended.filter(({ order }) => order.isStored)
  return {
    name: 'removed_order',
    text: `delete from exchange_open_order o
      using unnest($1::integer[], $2::bigint[]) as r (market_id, id)
      where o.market_id = r.market_id and o.id = r.id`,
    values: [
      arrayOf(stored.map(({ order }) => order.market.id)),
      arrayOf(stored.map(({ order }) => order.id)),
    ],
  }
}

function changedFragment({ changed, at }: Settlement): Fragment {
  return {
    name: 'changed_order',
    text: `update exchange_open_order o set quantity = c.quantity, filled = c.filled,
        quote_filled = c.quote_filled, fee = c.fee, held = c.held, is_waiting = c.is_waiting,
        priority = c.priority, first_trade = c.first_trade, last_trade = c.last_trade,
        updated_at = $12::timestamptz
      from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
        $6::bigint[], $7::bigint[], $8::boolean[], $9::bigint[], $10::bigint[], $11::bigint[])
        as c (market_id, id, quantity, filled, quote_filled, fee, held, is_waiting, priority,
          first_trade, last_trade)
      where o.market_id = c.market_id and o.id = c.id`,
    values: [
      arrayOf(changed.map(({ market }) => market.id)),
      arrayOf(changed.map(({ id }) => id)),
      arrayOf(changed.map(({ quantity }) => quantity)),
      arrayOf(changed.map(({ filled }) => filled)),
      arrayOf(changed.map(({ quoteFilled }) => quoteFilled)),
      arrayOf(changed.map(({ fee }) => fee)),
      arrayOf(changed.map(({ held }) => held)),
      arrayOf(changed.map(({ status }) => (status === 'waiting' ? 't' : 'f'))),
      arrayOf(changed.map(({ priority }) => priority)),
      arrayOf(changed.map(({ firstTrade }) => firstTrade ?? 'null')),
      arrayOf(changed.map(({ lastTrade }) => lastTrade ?? 'null')),
      at.toISOString(),
    ],
  }
}

function openedFragment({ opened, at }: Settlement): Fragment {
  return {
    name: 'opened_order',
    text: `insert into exchange_open_order (market_id, id, member_id, side, type, time_in_force,
        price, stop_price, quantity, filled, quote_filled, fee, first_trade, last_trade, client_id,
        held, is_waiting, priority, created_at, updated_at)
      select o.*, $19::timestamptz, $19::timestamptz
      from unnest(${ORDER_TYPES}, $16::bigint[], $17::boolean[], $18::bigint[]) as o`,
    values: [
      ...orderArrays(opened),
      arrayOf(opened.map(({ held }) => held)),
      arrayOf(opened.map(({ status }) => (status === 'waiting' ? 't' : 'f'))),
      arrayOf(opened.map(({ priority }) => priority)),
      at.toISOString(),
    ],
  }
}

function endedFragment({ ended, at }: Settlement): Fragment {
  const orders = ended.map(({ order }) => order)
  return {
    name: 'ended_order',
    text: `insert into exchange_ended_order (market_id, id, member_id, side, type, time_in_force,
        price, stop_price, quantity, filled, quote_filled, fee, first_trade, last_trade, client_id,
        n, status, created_at, ended_at)
      select o.*, $19::timestamptz
      from unnest(${ORDER_TYPES}, $16::bigint[], $17::text[], $18::timestamptz[]) as o`,
    values: [
      ...orderArrays(orders),
      arrayOf(ended.map(({ n }) => n)),
      arrayOf(orders.map(({ status }) => status)),
      arrayOf(orders.map(({ createdAt }) => createdAt.toISOString())),
      at.toISOString(),
    ],
  }
}

const ORDER_TYPES = `$1::integer[], $2::bigint[], $3::integer[], $4::text[], $5::text[], $6::text[],
  $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
  $13::bigint[], $14::bigint[], $15::text[]`

function orderArrays(orders: readonly LiveOrder[]): string[] {
  return [
    arrayOf(orders.map(({ market }) => market.id)),
    arrayOf(orders.map(({ id }) => id)),
    arrayOf(orders.map(({ memberId }) => memberId)),
    arrayOf(orders.map(({ side }) => side)),
    arrayOf(orders.map(({ type }) => type)),
    arrayOf(orders.map(({ timeInForce }) => timeInForce)),
    arrayOf(orders.map(({ price }) => price ?? 'null')),
    arrayOf(orders.map(({ stopPrice }) => stopPrice ?? 'null')),
    arrayOf(orders.map(({ quantity }) => quantity)),
    arrayOf(orders.map(({ filled }) => filled)),
    arrayOf(orders.map(({ quoteFilled }) => quoteFilled)),
    arrayOf(orders.map(({ fee }) => fee)),
    arrayOf(orders.map(({ firstTrade }) => firstTrade ?? 'null')),
    arrayOf(orders.map(({ lastTrade }) => lastTrade ?? 'null')),
    arrayOfTexts(orders.map(({ clientId }) => clientId)),
  ]
}

function tradeFragment({ trades, at }: Settlement): Fragment {
  return {
    name: 'trade',
    text: `insert into exchange_trade (market_id, id, price, quantity, quote, taker_side, maker_order,
        taker_order, maker_id, taker_id, maker_fee, taker_fee, at)
      select t.*, $13::timestamptz
      from unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[],
        $7::bigint[], $8::bigint[], $9::integer[], $10::integer[], $11::bigint[], $12::bigint[])
        as t`,
    values: [
      arrayOf(trades.map(({ market }) => market.id)),
      arrayOf(trades.map(({ id }) => id)),
      arrayOf(trades.map(({ price }) => price)),
      arrayOf(trades.map(({ quantity }) => quantity)),
      arrayOf(trades.map(({ quote }) => quote)),
      arrayOf(trades.map(({ taker }) => taker.side)),
      arrayOf(trades.map(({ maker }) => maker.id)),
      arrayOf(trades.map(({ taker }) => taker.id)),
      arrayOf(trades.map(({ maker }) => maker.memberId)),
      arrayOf(trades.map(({ taker }) => taker.memberId)),
      arrayOf(trades.map(({ makerFee }) => makerFee)),
      arrayOf(trades.map(({ takerFee }) => takerFee)),
      at.toISOString(),
    ],
  }
}
