import type { Db } from '@btbc/database/database.ts'

import type { Chain } from '#chain/chain.ts'
import type { Clock } from '#platform/clock.ts'
import type { FollowedTerms } from '#modules/terms/index.ts'
import type { KeyUses } from '#modules/api-key/index.ts'
import type { Exchange } from '#modules/exchange/index.ts'
import type { MarketData } from '#modules/market-data/index.ts'
import type { AddressOf } from '#network/caller-address.ts'

import type { Scope } from './access.ts'
import * as account from './account-calls.ts'
import { botErrors } from './bot-error.ts'
import * as capital from './capital-calls.ts'
import * as key from './key-calls.ts'
import type { Limits, Weight } from './limits.ts'
import type { ListenKeys } from './listen-keys.ts'
import * as market from './market-calls.ts'
import { marketTable } from './market-table.ts'
import * as order from './order-calls.ts'
import type { Parameters } from './parameters.ts'
import * as placing from './place-order.ts'

/** Every call of the exchange API: where it is, what it counts for, and who answers. */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

type Member = { memberId: number; keyId: number; parameters: Parameters; body: unknown }

export type Call = { method: Method; path: string; weight: Weight } & (
  | { scope: 'anyone'; answer: (parameters: Parameters) => unknown }
  | { scope: Scope; orders?: (body: unknown) => number; answer: (member: Member) => unknown }
)

export type Parts = {
  db: Db
  clock: Clock
  exchange: Exchange
  marketData: MarketData
  uses: KeyUses
  terms: FollowedTerms
  chain: Chain | undefined
  rateLimits: boolean
  addressOf: AddressOf
}

export type Inside = Parts & capital.CapitalParts & { limits: Limits; keys: ListenKeys }

export const V3 = '/api/v3'

const SAPI = '/sapi/v1'

export function callsOf(inside: Inside): Call[] {
  return [
    {
      method: 'GET',
      path: `${SAPI}/system/status`,
      weight: 1,
      scope: 'anyone',
      answer: (parameters) => market.systemStatus(inside, parameters),
    },
    ...marketCalls(inside),
    ...orderCalls(inside),
    ...capitalCalls(inside),
    ...keyCalls(inside),
  ]
}

function marketCalls(parts: Inside): Call[] {
  return marketTable.map(([path, , weight, answer]) => ({
    method: 'GET',
    path: V3 + path,
    weight,
    scope: 'anyone',
    answer: (parameters) => answer(parts, parameters),
  }))
}

function orderCalls(parts: Inside): Call[] {
  const call = (
    method: Method,
    path: string,
    weight: number,
    [scope, asked, orders]: readonly [Scope, order.OrderCall, orders?: 1],
  ): Call => ({
    method,
    path,
    weight,
    scope,
    ...(orders === undefined ? {} : { orders: () => orders }),
    answer: ({ memberId, parameters }) => asked(parts, { memberId, parameters }),
  })
  return [
    call('POST', `${V3}/order`, 1, ['trade', placing.placeOrder, 1]),
    call('GET', `${V3}/order`, 4, ['read', order.getOrder]),
    call('DELETE', `${V3}/order`, 1, ['trade', order.cancelOrder]),
    call('POST', `${V3}/order/test`, 1, ['trade', placing.testOrder]),
    call('PUT', `${V3}/order/amend/keepPriority`, 4, ['trade', order.amendOrder]),
    call('GET', `${V3}/openOrders`, 6, ['read', order.openOrders]),
    call('DELETE', `${V3}/openOrders`, 1, ['trade', order.cancelOpenOrders]),
    call('GET', `${V3}/allOrders`, 20, ['read', order.allOrders]),
    call('GET', `${V3}/account`, 20, ['read', (_, request) => account.account(parts, request)]),
    call('GET', `${V3}/account/commission`, 20, ['read', account.commission]),
    call('GET', `${V3}/rateLimit/order`, 40, [
      'read',
      (_, request) => account.orderLimits(parts, request),
    ]),
    call('GET', `${V3}/myTrades`, 20, ['read', order.myTrades]),
    call('GET', `${SAPI}/asset/tradeFee`, 1, ['read', account.tradeFees]),
    call('GET', `${SAPI}/margin/allPairs`, 1, ['read', account.noPairs]),
    call('GET', `${SAPI}/margin/isolated/allPairs`, 10, ['read', account.noPairs]),
    {
      method: 'POST',
      path: `${V3}/batchOrders`,
      weight: 5,
      scope: 'trade',
      orders: (body) => ordersIn(body)?.length ?? 1,
      answer: ({ memberId, body }) =>
        placing.placeBatch(parts, { memberId, orders: ordersIn(body) }),
    },
  ]
}

function capitalCalls(parts: Inside): Call[] {
  const call = (
    method: Method,
    path: string,
    weight: number,
    [scope, asked]: readonly [Scope, capital.CapitalCall],
  ): Call => ({
    method,
    path: `${SAPI}/capital${path}`,
    weight,
    scope,
    answer: (member) => asked(parts, member),
  })
  return [
    call('GET', '/config/getall', 10, ['read', capital.configuration]),
    call('POST', '/withdraw/apply', 10, ['withdraw', capital.withdraw]),
    call('GET', '/withdraw/history', 10, ['read', capital.withdrawals]),
    call('GET', '/deposit/address', 10, ['read', capital.depositAddress]),
    call('GET', '/deposit/hisrec', 1, ['read', capital.deposits]),
  ]
}

/** `{orders: […]}`, or a form field `orders` with that list as JSON. */
function ordersIn(body: unknown): unknown[] | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  if ('orders' in body) return Array.isArray(body.orders) ? body.orders : undefined
  if (!('needText' in body)) return undefined
  const parameters = body as Parameters
  parameters.only(['orders'])
  const text = parameters.needText('orders')
  try {
    const orders: unknown = JSON.parse(text)
    return Array.isArray(orders) ? orders : undefined
  } catch {
    throw botErrors.invalid('orders')
  }
}

function keyCalls(parts: Inside): Call[] {
  const call = (method: Method, answer: typeof key.openListenKey): Call => ({
    method,
    path: `${V3}/userDataStream`,
    weight: 2,
    scope: 'key',
    answer: (member) => answer(parts, member),
  })
  return [
    call('POST', key.openListenKey),
    call('PUT', key.extendListenKey),
    call('DELETE', key.closeListenKey),
  ]
}
