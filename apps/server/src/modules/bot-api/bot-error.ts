import type { Refusal, RefusalCode } from '@btbc/contract/refusals.ts'

/** Every no of the exchange API: a status, a stable number and the text that clients compare. */
export class BotError extends Error {
  readonly code: number
  readonly status: number
  readonly retryAfterS: number | undefined

  constructor(code: number, message: string, status = 400, retryAfterS?: number) {
    super(message)
    this.name = 'BotError'
    this.code = code
    this.status = status
    this.retryAfterS = retryAfterS
  }
}

export function errorJson(error: BotError): { code: number; msg: string } {
  return { code: error.code, msg: error.message }
}

export const botErrors = {
  internal: () =>
    new BotError(-1001, 'Internal error; unable to process your request. Please try again.', 500),
  /** Not a no: the order may be there. */
  unknown: () =>
    new BotError(
      -1007,
      'Timeout waiting for response from backend server. Send status unknown; execution status unknown.',
      504,
    ),
  overloaded: () =>
    new BotError(
      -1008,
      'Server is currently overloaded with other requests. Please try again in a few minutes.',
      503,
      1,
    ),
  illegal: (name: string, range: string) =>
    new BotError(
      -1100,
      `Illegal characters found in parameter '${name}'; legal range is '${range}'.`,
    ),
  malformed: () => new BotError(-1100, 'The request is not valid JSON.'),
  /** Of an address that this API does not have. */
  unsupported: () => new BotError(-1020, 'This operation is not supported.', 404),
  duplicated: () => new BotError(-1101, 'Duplicate values for a parameter detected.'),
  missing: (name: string) =>
    new BotError(
      -1102,
      `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.`,
    ),
  eitherOf: (first: string, second: string) =>
    new BotError(-1102, `Param '${first}' or '${second}' must be sent, but both were empty/null!`),
  unread: (read: number, sent: number) =>
    new BotError(
      -1104,
      `Not all sent parameters were read; read '${read}' parameter(s) but was sent '${sent}'.`,
    ),
  empty: (name: string) => new BotError(-1105, `Parameter '${name}' was empty.`),
  needless: (name: string) => new BotError(-1106, `Parameter '${name}' sent when not required.`),
  tooPrecise: (name: string) => new BotError(-1111, `Parameter '${name}' has too much precision.`),
  invalid: (name: string) => new BotError(-1130, `Data sent for parameter '${name}' is not valid.`),
  timeInForce: () => new BotError(-1115, 'Invalid timeInForce.'),
  orderType: () => new BotError(-1116, 'Invalid orderType.'),
  side: () => new BotError(-1117, 'Invalid side.'),
  interval: () => new BotError(-1120, 'Invalid interval.'),
  symbol: () => new BotError(-1121, 'Invalid symbol.'),
  status: () =>
    new BotError(-1220, "The symbol's status does not match the requested symbolStatus."),
  listenKey: () => new BotError(-1125, 'This listenKey does not exist.'),
  late: () => new BotError(-1021, 'Timestamp for this request is outside of the recvWindow.'),
  early: () =>
    new BotError(-1021, "Timestamp for this request was 1000ms ahead of the server's time."),
  recvWindow: () => new BotError(-1131, 'recvWindow must be less than 60000'),
  signature: () => new BotError(-1022, 'Signature for this request is not valid.'),
  halted: () => new BotError(-1013, 'Market is closed.'),
  filter: (name: string) => new BotError(-1013, `Filter failure: ${name}`),
  rejected: (message: string) => new BotError(-2010, message),
  cancelRejected: () => new BotError(-2011, 'Unknown order sent.'),
  noOrder: () => new BotError(-2013, 'Order does not exist.'),
  keyFormat: () => new BotError(-2014, 'API-key format invalid.', 401),
  key: () => new BotError(-2015, 'Invalid API-key, IP, or permissions for action.', 401),
  combination: () => new BotError(-1128, 'Combination of optional parameters invalid.'),
  otherName: () => new BotError(-2039, 'Client order ID is not correct for this order ID.'),
  amendRejected: (message: string) => new BotError(-2038, message),
  tooManyRequests: (limit: number, waitS: number) =>
    new BotError(
      -1003,
      `Too much request weight used; current limit is ${limit} request weight per 1 MINUTE. Please use WebSocket Streams for live updates to avoid polling the API.`,
      429,
      waitS,
    ),
  tooManyOrders: (limit: number, waitS: number) =>
    new BotError(
      -1015,
      `Too many new orders; current limit is ${limit} orders per 10 SECOND.`,
      429,
      waitS,
    ),
}

/** What the engine's noes are called here. Each is its own; nothing was changed. */
const ofRefusals: Partial<Record<RefusalCode, () => BotError>> = {
  market_not_found: () => botErrors.symbol(),
  market_halted: () => botErrors.halted(),
  price_required: () => botErrors.filter('PRICE_FILTER'),
  price_off_tick: () => botErrors.filter('PRICE_FILTER'),
  price_too_high: () => botErrors.filter('PRICE_FILTER'),
  quantity_off_lot: () => botErrors.filter('LOT_SIZE'),
  order_too_large: () => botErrors.filter('LOT_SIZE'),
  below_minimum: () => botErrors.filter('NOTIONAL'),
  above_maximum: () => botErrors.filter('NOTIONAL'),
  trading_stopped: () => botErrors.halted(),
  account_checked: () => botErrors.rejected('This action is disabled on this account.'),
  too_many_orders: () => botErrors.filter('MAX_NUM_ORDERS'),
  insufficient_balance: () =>
    botErrors.rejected('Account has insufficient balance for requested action.'),
  client_id_taken: () => botErrors.rejected('Duplicate order sent.'),
  would_trade: () => botErrors.rejected('Order would immediately match and take.'),
  stop_reached: () => botErrors.rejected('Stop price would trigger immediately.'),
  book_empty: () => botErrors.rejected('Market orders are rejected while the order book is empty.'),
  order_not_found: () => botErrors.cancelRejected(),
  order_filled: () => botErrors.cancelRejected(),
  order_ended: () => botErrors.cancelRejected(),
  amend_only_less: () =>
    botErrors.amendRejected('Order amend (quantity increase) is not supported.'),
  outcome_unknown: () => botErrors.unknown(),
  try_again: () => botErrors.overloaded(),
  unavailable: () => botErrors.overloaded(),
  chain_unavailable: () => botErrors.overloaded(),
  internal: () => botErrors.internal(),
  unsupported_media_type: () => new BotError(-1000, 'Unsupported content type.', 415),
  body_too_large: () => new BotError(-1000, 'The request is too large.', 413),
  malformed_json: () => botErrors.malformed(),
}

export function ofRefusal({ code }: Refusal): BotError {
  return ofRefusals[code]?.() ?? new BotError(-1000, 'The request could not be processed.')
}
