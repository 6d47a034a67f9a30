import { Refusal } from '@btbc/contract/refusals.ts'

import type { CallerAddress } from '#network/caller-address.ts'
import type { Hear } from '#platform/sockets/socket-server.ts'

import { type AccessParts, admitKey } from './access.ts'
import { BotError, botErrors, errorJson, ofRefusal } from './bot-error.ts'
import type { Limits } from './limits.ts'
import * as order from './order-calls.ts'
import { parametersOf } from './parameters.ts'
import { placeOrder, testOrder } from './place-order.ts'
import { answering, type Asked, type Serving } from './socket-messages.ts'
import { openReports, openSession } from './socket-session.ts'
import type { StreamParts } from './streams.ts'
import { weighAdmitted, weighAnyone } from './weighing.ts'

/** The requests of /ws-api/v3: orders by message, and one's own reports at the same socket. */

export type RequestParts = StreamParts & AccessParts & { limits: Limits }

type SocketCall = { scope: 'read' | 'trade'; places?: true; answer: order.OrderCall }

const calls: ReadonlyMap<string, SocketCall> = new Map([
  ['order.place', { scope: 'trade', places: true, answer: placeOrder }],
  ['order.test', { scope: 'trade', answer: testOrder }],
  ['order.cancel', { scope: 'trade', answer: order.cancelOrder }],
  ['order.amend.keepPriority', { scope: 'trade', answer: order.amendOrder }],
  ['order.status', { scope: 'read', answer: order.getOrder }],
  ['openOrders.status', { scope: 'read', answer: order.openOrders }],
  ['openOrders.cancelAll', { scope: 'trade', answer: order.cancelOpenOrders }],
  ['allOrders', { scope: 'read', answer: order.allOrders }],
  ['myTrades', { scope: 'read', answer: order.myTrades }],
])

/** As much as the same costs over HTTP; what is not named here, and what there is not, costs 1. */
const weights: ReadonlyMap<string, number> = new Map([
  ['order.amend.keepPriority', 4],
  ['order.status', 4],
  ['openOrders.status', 6],
  ['allOrders', 20],
  ['myTrades', 20],
  ['session.logon', 2],
  ['session.status', 2],
  ['session.logout', 2],
  ['userDataStream.subscribe', 2],
  ['userDataStream.subscribe.signature', 2],
  ['userDataStream.unsubscribe', 2],
])

type Claimed = {
  method: string
  params: Record<string, unknown>
  scope: 'read' | 'trade'
  address: string
  /** The key that logged on at this socket: its requests need no signature. */
  session: string | undefined
  places?: boolean
}

async function admitRequest(parts: RequestParts, claimed: Claimed) {
  const { method, params, scope, address, session, places = false } = claimed
  // Said with every request by some clients; how much is used is never told here.
  const { returnRateLimits: _, ...own } = params
  const parameters = parametersOf(own)
  if (session !== undefined && params['signature'] === undefined) {
    const claim = { key: session, address, call: method, scope, places }
    return { parameters, apiKey: await admitKey(parts, claim) }
  }
  const payload = Object.keys(params)
    .filter((name) => name !== 'signature')
    .toSorted()
    .map((name) => `${name}=${String(params[name])}`)
    .join('&')
  const key = parameters.needText('apiKey')
  const signed = { payload, parameters }
  const claim = { key, address, call: method, scope, places, signed }
  return { parameters, apiKey: await admitKey(parts, claim) }
}

const LOGGING_ON = 'session.logon'
/** By a signature of its own, or by the key that logged on. */
const SUBSCRIBING = ['userDataStream.subscribe', 'userDataStream.subscribe.signature']

export function serveRequests(
  parts: RequestParts,
  serving: Serving & { caller: CallerAddress },
): Hear {
  const perform = openPerforming(parts, serving)
  return answering(
    serving.peer,
    refused(null, botErrors.malformed()),
    async ({ id, method, params }) => {
      const values = typeof params === 'object' && params !== null ? { ...params } : {}
      try {
        return { id, status: 200, result: await perform(method, values) }
      } catch (error) {
        const known = error instanceof Refusal ? ofRefusal(error) : error
        if (!(known instanceof BotError)) parts.report(error, 'a request of a bot failed')
        return refused(id, known instanceof BotError ? known : botErrors.internal())
      }
    },
  )
}

type Perform = (method: string, params: Record<string, unknown>) => Promise<unknown>

function openPerforming(
  parts: RequestParts,
  serving: Serving & { caller: CallerAddress },
): Perform {
  const { watch, peer, caller } = serving
  const { limits, exchange, wallNow } = parts
  const session = openSession(wallNow)
  const reports = openReports(serving)
  const weighed = (method: string) => ({
    from: caller,
    weight: weights.get(method) ?? 1,
    nowMs: wallNow().getTime(),
  })
  const admit = (
    method: string,
    params: Record<string, unknown>,
    { scope, places }: Pick<SocketCall, 'scope' | 'places'>,
  ) => {
    const asked = {
      method,
      params,
      scope,
      address: caller.ip,
      // Whoever logs on signs, though somebody is logged on already: a key alone is no secret.
      session: method === LOGGING_ON ? undefined : session.key(),
      places: places === true,
    }
    const counted = { ...weighed(method), isSigned: true }
    return weighAdmitted(limits, counted, () => admitRequest(parts, asked))
  }
  const told = () => ({ ...session.json(), userDataStream: reports.areOpen() })
  return async (method, params) => {
    const call = calls.get(method)
    if (call) {
      const { parameters, apiKey } = await admit(method, params, call)
      const { memberId } = apiKey
      if (call.places) limits.countOrders(memberId, { count: 1, nowMs: wallNow().getTime() })
      return await call.answer(parts, { memberId, parameters })
    }
    if (SUBSCRIBING.includes(method)) {
      const { id, memberId } = (await admit(method, params, { scope: 'read' })).apiKey
      exchange.checkOpen()
      // Whoever left meanwhile hears nothing, and nobody would take them off again.
      if (peer.isOver()) return {}
      watch.add(peer, id)
      return reports.begin(memberId)
    }
    if (method === LOGGING_ON) {
      const { id } = (await admit(method, params, { scope: 'read' })).apiKey
      if (peer.isOver()) return {}
      watch.add(peer, id)
      session.logOn(String(params['apiKey']))
      return told()
    }
    weighAnyone(limits, weighed(method))
    if (method === 'session.status') return told()
    if (method === 'session.logout') {
      session.logOut()
      return told()
    }
    if (method === 'userDataStream.unsubscribe') return reports.end()
    if (method === 'ping') return {}
    if (method === 'time') return { serverTime: wallNow().getTime() }
    throw botErrors.unsupported()
  }
}

function refused(id: Asked['id'], error: BotError): object {
  return { id, status: error.status, error: errorJson(error) }
}
