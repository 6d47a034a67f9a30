/** The door of exchange: what other rooms use of it. */

export type {
  BalanceChange,
  Batch,
  Exchange,
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
export { issue } from './issue.ts'
export { readTrades } from './history/trades.ts'
export { NOTIONAL_MAX, OPEN_ORDERS_MAX, TICKS_MAX } from './markets.ts'
export { type DayOf, orderRow, quote } from './ticket.ts'
