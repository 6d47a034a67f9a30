import { type EngineOrder, toOrder } from '../engine/engine-order.ts'
import type { Settlement } from '../engine/settlement.ts'
import type { StoredOrder } from '../engine/stored-book.ts'
import type { Order, OrderStatus } from '../exchange.ts'
import { kindCode } from '../order-codes.ts'

/** A settlement as it is sent. */
export type Written = {
  name: string
  nets: { key: string; accounts: number[]; available: bigint[]; held: bigint[] }[]
  opened: Placed[]
  changed: Placed[]
  removed: { marketId: number; id: number }[]
  markets: {
    marketId: number
    epoch: number
    sequence: number
    endedCount: number
    ended: { order: Order; status: OrderStatus }[]
    trades: WrittenTrade[]
  }[]
}
type Placed = { marketId: number; row: StoredOrder }
type WrittenTrade = {
  id: number
  price: number
  makerId: number
  takerId: number
  /** The worst prices that the two sides agreed to. */
  bid: number
  ask: number
}

export function write(settlement: Settlement): Written {
  const { name, nets, opened, changed, removed } = settlement
  const entries = (['held', 'settled'] as const).map((kind) => ({
    ...nets[kind],
    key: `${name}:${kind}`,
  }))
  return {
    name,
    nets: entries.filter(({ accounts }) => accounts.length > 0),
    opened: opened.map(toPlaced),
    changed: changed.map(toPlaced),
    removed: removed.map(({ market, id }) => ({ marketId: market.id, id })),
    markets: settlement.markets.map(({ ended, trades, ...market }) => ({
      ...market,
      ended: ended.map((order) => ({ order: toOrder(order), status: order.status })),
      trades: trades.map(({ id, price, maker, taker }) => {
        const [buyer, seller] = taker.side === 'buy' ? [taker, maker] : [maker, taker]
        const [makerId, takerId] = [maker.memberId, taker.memberId]
        return { id, price, makerId, takerId, bid: buyer.price ?? Infinity, ask: seller.price ?? 0 }
      }),
    })),
  }
}

function toPlaced(order: EngineOrder): Placed {
  return {
    marketId: order.market.id,
    row: {
      id: order.id,
      member_id: order.memberId,
      terms: kindCode(order),
      price: order.price,
      stop_price: order.stopPrice,
      quantity: order.quantity,
      filled: order.filled,
      quote_filled: order.quoteFilled,
      fee: order.fee,
      held: order.held,
      is_waiting: order.status === 'waiting',
      priority: order.priority,
      client_id: order.clientId,
      first_trade: order.firstTrade,
      last_trade: order.lastTrade,
      created_ms: order.createdAt.getTime(),
      working_ms: order.workingAt?.getTime() ?? null,
      updated_ms: order.updatedAt.getTime(),
    },
  }
}
