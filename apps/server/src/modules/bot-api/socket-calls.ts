import type { AccessParts } from './access.ts'
import * as account from './account-calls.ts'
import { botErrors } from './bot-error.ts'
import * as key from './key-calls.ts'
import { type Limits, type Weight, weightIn } from './limits.ts'
import { marketTable } from './market-table.ts'
import * as order from './order-calls.ts'
import { type Parameters, parametersOf } from './parameters.ts'
import { placeOrder, testOrder } from './place-order.ts'
import type { StreamParts } from './streams.ts'

/** What may be asked at /ws-api/v3 as it may be over HTTP, and what each request there counts for. */

export type RequestParts = StreamParts &
  AccessParts &
  account.AccountParts &
  key.KeyParts & { limits: Limits }

export type SocketCall = {
  scope: 'key' | 'read' | 'trade'
  weight: number
  places?: true
  answer: (
    parts: RequestParts,
    request: { memberId: number; keyId: number; parameters: Parameters },
  ) => unknown
}

export const memberCalls: ReadonlyMap<string, SocketCall> = new Map([
  ['order.place', { scope: 'trade', weight: 1, places: true, answer: placeOrder }],
  ['order.test', { scope: 'trade', weight: 1, answer: testOrder }],
  ['order.cancel', { scope: 'trade', weight: 1, answer: order.cancelOrder }],
  ['order.amend.keepPriority', { scope: 'trade', weight: 4, answer: order.amendOrder }],
  ['order.status', { scope: 'read', weight: 4, answer: order.getOrder }],
  ['openOrders.status', { scope: 'read', weight: 6, answer: order.openOrders }],
  ['openOrders.cancelAll', { scope: 'trade', weight: 1, answer: order.cancelOpenOrders }],
  ['allOrders', { scope: 'read', weight: 20, answer: order.allOrders }],
  ['myTrades', { scope: 'read', weight: 20, answer: order.myTrades }],
  ['account.status', { scope: 'read', weight: 20, answer: account.account }],
  ['account.commission', { scope: 'read', weight: 20, answer: account.commission }],
  ['account.rateLimits.orders', { scope: 'read', weight: 40, answer: account.orderLimits }],
  ['userDataStream.start', { scope: 'key', weight: 2, answer: key.openListenKey }],
  ['userDataStream.ping', { scope: 'key', weight: 2, answer: key.extendListenKey }],
  ['userDataStream.stop', { scope: 'key', weight: 2, answer: key.closeListenKey }],
])

export const marketCalls = new Map(marketTable.map(([, method, , answer]) => [method, answer]))

/** Of the socket itself. */
const socketWeights: readonly [string, number][] = [
  ['session.logon', 2],
  ['session.status', 2],
  ['session.logout', 2],
  ['session.subscriptions', 2],
  ['userDataStream.subscribe', 2],
  ['userDataStream.subscribe.signature', 2],
  ['userDataStream.unsubscribe', 2],
]

/** As much as the same costs over HTTP. */
export const requestWeights: ReadonlyMap<string, Weight> = new Map([
  ...marketTable.map(([, method, weight]): [string, Weight] => [method, weight]),
  ...Array.from(memberCalls, ([method, { weight }]): [string, Weight] => [method, weight]),
  ...socketWeights,
])

export type Params = Readonly<Record<string, unknown>>

/** What there is not costs 1. */
export function weightOf(method: string, params: Params): number {
  const [limit, interval] = [textOf(params['limit']), textOf(params['interval'])]
  return weightIn(requestWeights.get(method) ?? 1, { limit, interval })
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

/** Whether to tell how much is used is no parameter of a call. */
export function readParams(params: Params): Parameters {
  const { returnRateLimits = true, ...own } = params
  if (typeof returnRateLimits === 'object') throw botErrors.invalid('returnRateLimits')
  return parametersOf(own)
}

/** Lists come as lists here, and are read as they are written in a query. */
export function readMarketParams(params: Params): Parameters {
  const asText = Object.entries(params).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) ? JSON.stringify(value) : value,
  ])
  return readParams(Object.fromEntries(asText))
}
