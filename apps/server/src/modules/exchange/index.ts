/** The door of exchange: what other rooms use of it. */

export type {
  BalanceChange,
  CommittedBatch,
  Exchange,
  FeeRates,
  Fill,
  Level,
  Market,
  MarketChange,
  NewOrder,
  Order,
  OrderChange,
  OrderName,
  Outcome,
  OwnFill,
  Side,
  Trade,
} from './exchange.ts'
export { type DayOf, listMarkets } from './exchange.read.ts'
export { issue } from './issue.ts'
export { findEndedOrder, readEndedOrders } from './history/ended-orders.ts'
export { firstOrderFrom, LAST_ID } from './history/moments.ts'
export { lastTradeIds, readTrades } from './history/trades.ts'
export { findMarket, marketIds, NOTIONAL_MAX, OPEN_ORDERS_MAX, TICKS_MAX } from './markets.ts'
export { orderRow } from './order-rows.ts'
