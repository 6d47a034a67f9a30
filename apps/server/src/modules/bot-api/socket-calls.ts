import type { AccessParts } from './access.ts'
import { account, type AccountParts } from './account-calls.ts'
import { botErrors } from './bot-error.ts'
import { type Limits, type Weight, weightIn } from './limits.ts'
import { marketTable } from './market-table.ts'
import * as order from './order-calls.ts'
import { type Parameters, parametersOf } from './parameters.ts'
import { placeOrder, testOrder } from './place-order.ts'
import type { StreamParts } from './streams.ts'

/** What may be asked at /ws-api/v3 as it may be over HTTP, and what each request there counts for. */

export type RequestParts = StreamParts & AccessParts & AccountParts & { limits: Limits }

export type SocketCall = {
  scope: 'read' | 'trade'
  places?: true
  answer: (parts: RequestParts, request: { memberId: number; parameters: Parameters }) => unknown
}

export const memberCalls: ReadonlyMap<string, SocketCall> = new Map([
  ['order.place', { scope: 'trade', places: true, answer: placeOrder }],
  ['order.test', { scope: 'trade', answer: testOrder }],
  ['order.cancel', { scope: 'trade', answer: order.cancelOrder }],
  ['order.amend.keepPriority', { scope: 'trade', answer: order.amendOrder }],
  ['order.status', { scope: 'read', answer: order.getOrder }],
  ['openOrders.status', { scope: 'read', answer: order.openOrders }],
  ['openOrders.cancelAll', { scope: 'trade', answer: order.cancelOpenOrders }],
  ['allOrders', { scope: 'read', answer: order.allOrders }],
  ['myTrades', { scope: 'read', answer: order.myTrades }],
  ['account.status', { scope: 'read', answer: account }],
])

export const marketCalls = new Map(marketTable.map(([, method, , answer]) => [method, answer]))

/** As much as the same costs over HTTP; what is not named here, and what there is not, costs 1. */
const weights: ReadonlyMap<string, Weight> = new Map([
  ...marketTable.map(([, method, weight]): [string, Weight] => [method, weight]),
  ['order.amend.keepPriority', 4],
  ['order.status', 4],
  ['openOrders.status', 6],
  ['allOrders', 20],
  ['myTrades', 20],
  ['account.status', 20],
  ['session.logon', 2],
  ['session.status', 2],
  ['session.logout', 2],
  ['userDataStream.subscribe', 2],
  ['userDataStream.subscribe.signature', 2],
  ['userDataStream.unsubscribe', 2],
])

export type Params = Readonly<Record<string, unknown>>

export function weightOf(method: string, params: Params): number {
  const [limit, interval] = [textOf(params['limit']), textOf(params['interval'])]
  return weightIn(weights.get(method) ?? 1, { limit, interval })
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
