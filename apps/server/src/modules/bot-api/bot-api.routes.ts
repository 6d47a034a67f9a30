import { randomBytes } from 'node:crypto'

import type { Db, Tx } from '@btbc/database/database.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Chain } from '#chain/chain.ts'
import type { Clock } from '#platform/clock.ts'
import { refusalOf } from '#http/failures.ts'
import type { HeldTerms } from '#modules/terms/index.ts'
import { inTransaction } from '#http/transaction.ts'
import type { KeyUses } from '#modules/api-key/index.ts'
import type { Exchange } from '#modules/exchange/index.ts'
import type { MarketData } from '#modules/market-data/index.ts'
import type { AddressOf } from '#network/caller-address.ts'

import { admitKey, payloadOf, type Scope } from './access.ts'
import * as account from './account-calls.ts'
import { BotError, botErrors, errorJson, ofRefusal } from './bot-error.ts'
import * as capital from './capital-calls.ts'
import { type Limits, startLimits, weightOfCandles, weightOfDepth } from './limits.ts'
import { type ListenKeys, openListenKeys } from './listen-keys.ts'
import * as market from './market-calls.ts'
import * as order from './order-calls.ts'
import { type Parameters, readParameters } from './parameters.ts'
import * as placing from './place-order.ts'

/** The exchange API in the shape of Binance's, so that existing clients work at this address. */

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
/** What a call counts for; one that answers rows may count for as many as are asked. */
type Weight = number | ((query: Record<string, string | undefined>) => number)
type Member = { memberId: number; keyId: number; parameters: Parameters; body: unknown }

type Call = { method: Method; path: string; weight: Weight } & (
  | { scope: 'anyone'; answer: (parameters: Parameters) => unknown }
  | { scope: Scope; orders?: (body: unknown) => number; answer: (member: Member) => unknown }
)

type Parts = {
  db: Db
  clock: Clock
  exchange: Exchange
  marketData: MarketData
  uses: KeyUses
  terms: HeldTerms
  chain: Chain | undefined
  rateLimits: boolean
  addressOf: AddressOf
}

export function serveBotApi(
  app: FastifyInstance,
  parts: Parts,
): Inside & { keys: ListenKeys; limits: Limits } {
  const { clock, db } = parts
  const inside = {
    ...parts,
    now: () => clock.now(),
    wallNow: () => clock.wallNow(),
    random: (bytes: number) => randomBytes(bytes),
    transact: <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work),
  }
  const limits = startLimits(parts.rateLimits)
  const keys = openListenKeys(inside.wallNow, inside.random)
  void app.register((scope, _, done) => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => fail(error, request, reply))
    const calls = [
      ...marketCalls(inside),
      ...orderCalls(inside),
      ...capitalCalls(inside),
      ...keyCalls(keys),
    ]
    for (const call of calls) {
      scope.route({
        method: call.method,
        url: call.path,
        exposeHeadRoute: false,
        handler: async (request, reply) => {
          void reply.header('cache-control', 'no-store')
          const nowMs = inside.wallNow().getTime()
          const used = limits.weigh(
            parts.addressOf(request.raw).neighbourhood,
            weightOf(call, request),
            nowMs,
          )
          void reply.header('x-mbx-used-weight', used).header('x-mbx-used-weight-1m', used)
          return await answer(inside, limits, call, request, reply)
        },
      })
    }
    // A client that asks for more is told so by a status, and not by the page of the app.
    for (const under of [V3, '/sapi']) {
      const handler = () => {
        throw botErrors.unsupported()
      }
      scope.route({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url: `${under}/*`,
        exposeHeadRoute: false,
        handler,
      })
    }
    done()
  })
  return { ...inside, keys, limits }
}

type Inside = Parts & capital.CapitalParts

async function answer(
  parts: Inside,
  limits: Limits,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const query = request.url.split('?', 2)[1] ?? ''
  const isForm = typeof request.body === 'string'
  const form = isForm ? (request.body as string) : ''
  const json = request.body instanceof JsonBody ? request.body : undefined
  const parameters = readParameters(query, form)
  if (call.scope === 'anyone') return await call.answer(parameters)
  const { memberId, id: keyId } = await admitKey(parts, {
    key: header(request, 'x-mbx-apikey'),
    address: parts.addressOf(request.raw).ip,
    call: `${call.method} ${call.path}`,
    scope: call.scope,
    places: call.orders !== undefined,
    ...(call.scope === 'key'
      ? {}
      : { signed: { payload: payloadOf(query, json?.text ?? form), parameters } }),
  })
  const body = json?.value ?? parameters
  if (call.orders) {
    const count = limits.countOrders(memberId, call.orders(body), parts.wallNow().getTime())
    void reply.header('x-mbx-order-count-10s', count)
  }
  return await call.answer({ memberId, keyId, parameters, body })
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

function weightOf({ weight }: Call, { query }: FastifyRequest): number {
  return typeof weight === 'number' ? weight : weight(query as Record<string, string | undefined>)
}

const V3 = '/api/v3'
const SAPI = '/sapi/v1'

function marketCalls(parts: Inside): Call[] {
  const call = (path: string, weight: Weight, asked: market.MarketCall): Call => ({
    method: 'GET',
    path: V3 + path,
    weight,
    scope: 'anyone',
    answer: (parameters) => asked(parts, parameters),
  })
  return [
    call('/ping', 1, market.ping),
    call('/time', 1, market.time),
    call('/exchangeInfo', 20, market.exchangeInfo),
    call('/depth', weightOfDepth, market.depth),
    call('/trades', 25, market.trades),
    call('/historicalTrades', 25, market.historicalTrades),
    call('/aggTrades', 4, market.aggTrades),
    call('/klines', weightOfCandles, market.klines),
    call('/avgPrice', 2, market.avgPrice),
    call('/ticker/24hr', 2, market.dayTicker),
    call('/ticker/price', 2, market.priceTicker),
    call('/ticker/bookTicker', 2, market.bookTicker),
  ]
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
    call('GET', `${V3}/account`, 20, ['read', account.account]),
    call('GET', `${V3}/myTrades`, 20, ['read', order.myTrades]),
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

/** A key without a signature is enough to be told of one's own orders: the answer is the secret. */
function keyCalls(keys: ListenKeys): Call[] {
  const base = { path: `${V3}/userDataStream`, weight: 2, scope: 'key' } as const
  const named = (method: Method, act: (memberId: number, key: string) => void): Call => ({
    ...base,
    method,
    answer: ({ memberId, parameters }: Member) => {
      parameters.only(['listenKey'])
      act(memberId, parameters.needText('listenKey'))
      return {}
    },
  })
  return [
    {
      ...base,
      method: 'POST',
      answer: ({ memberId, keyId, parameters }: Member) => {
        parameters.only([])
        return { listenKey: keys.open({ memberId, keyId }) }
      },
    },
    named('PUT', (memberId, key) => keys.extend(memberId, key)),
    named('DELETE', (memberId, key) => keys.close(memberId, key)),
  ]
}

class JsonBody {
  readonly text: string
  readonly value: unknown

  constructor(text: string) {
    this.text = text
    this.value = JSON.parse(text)
  }
}

/** Forms under these addresses alone. */
function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, body),
  )
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (_, body, done) => {
    try {
      done(null, body === '' ? '' : new JsonBody(body))
    } catch {
      done(new BotError(-1100, 'The request is not valid JSON.'))
    }
  })
}

function fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  void reply.header('cache-control', 'no-store')
  const refusal = refusalOf(error)
  const known = error instanceof BotError ? error : refusal && ofRefusal(refusal)
  if (!known) request.log.error({ err: error, request_id: request.id }, 'a bug')
  const answered = known ?? botErrors.internal()
  if (answered.retryAfterS !== undefined) void reply.header('retry-after', answered.retryAfterS)
  return reply.code(answered.status).send(errorJson(answered))
}
