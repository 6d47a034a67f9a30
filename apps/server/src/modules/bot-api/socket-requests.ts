import { Refusal } from '@btbc/contract/refusals.ts'

import type { CallerAddress } from '#network/caller-address.ts'
import type { Hear } from '#platform/sockets/socket-server.ts'

import { admitKey } from './access.ts'
import { BotError, botErrors, errorJson, ofRefusal } from './bot-error.ts'
import { ORDERS_LIMIT, WEIGHT_LIMIT } from './limits.ts'
import {
  marketCalls,
  memberCalls,
  type Params,
  readMarketParams,
  readParams,
  type RequestParts,
  type SocketCall,
  weightOf,
} from './socket-calls.ts'
import { answering, type Asked, type Serving } from './socket-messages.ts'
import { answersOf, openReports, openSession } from './socket-session.ts'
import { weighAdmitted, weighAnyone } from './weighing.ts'

/** The requests of /ws-api/v3: what is asked over HTTP by message, and one's own reports at the same socket. */

type Claimed = {
  method: string
  params: Params
  scope: SocketCall['scope']
  address: string
  /** The key that logged on at this socket: its requests need no signature. */
  session: string | undefined
  places?: boolean
}

async function admitRequest(parts: RequestParts, claimed: Claimed) {
  const { method, params, scope, address, session, places = false } = claimed
  const parameters = readParams(params)
  if (session !== undefined && params['signature'] === undefined) {
    const claim = { key: session, address, call: method, scope, places }
    return { parameters, apiKey: await admitKey(parts, claim) }
  }
  const key = parameters.needText('apiKey')
  const signed = scope === 'key' ? {} : { signed: { payload: payloadOf(params), parameters } }
  const claim = { key, address, call: method, scope, places, ...signed }
  return { parameters, apiKey: await admitKey(parts, claim) }
}

function payloadOf(params: Params): string {
  return Object.keys(params)
    .filter((name) => name !== 'signature')
    .toSorted()
    .map((name) => `${name}=${String(params[name])}`)
    .join('&')
}

const LOGGING_ON = 'session.logon'
/** By a signature of its own, or by the key that logged on. */
const SUBSCRIBING = ['userDataStream.subscribe', 'userDataStream.subscribe.signature']

type Requesting = Serving & { caller: CallerAddress; url: URL }

export function serveRequests(parts: RequestParts, serving: Requesting): Hear {
  const tellsUsed = serving.url.searchParams.get('returnRateLimits') !== 'false'
  const perform = openPerforming(parts, serving, tellsUsed)
  const refused = (id: Asked['id'], error: BotError) => ({
    id,
    status: error.status,
    error: { ...errorJson(error), ...againJson(error, parts.wallNow().getTime()) },
  })
  return answering(
    serving.peer,
    refused(null, botErrors.malformed()),
    async ({ id, method, params }) => {
      const values: Params = typeof params === 'object' && params !== null ? { ...params } : {}
      const { returnRateLimits = tellsUsed } = values
      const used: Used = {}
      const told = () => (returnRateLimits === false ? {} : usedJson(used))
      try {
        const result = await perform({ method, params: values, used })
        return { id, status: 200, result, ...told() }
      } catch (error) {
        const known = error instanceof Refusal ? ofRefusal(error) : error
        if (!(known instanceof BotError)) parts.report(error, 'a request of a bot failed')
        const no = known instanceof BotError ? known : botErrors.internal()
        return { ...refused(id, no), ...told() }
      }
    },
  )
}

/** What a header says over HTTP. */
function againJson({ retryAfterS }: BotError, serverTime: number): object {
  if (retryAfterS === undefined) return {}
  return { data: { serverTime, retryAfter: serverTime + retryAfterS * 1000 } }
}

/** How much whoever a request counted for has had with it. */
type Used = { weight?: number; orders?: number }

function usedJson({ weight, orders }: Used): object {
  const limits = [
    ...(orders === undefined ? [] : [{ ...ORDERS_LIMIT, count: orders }]),
    ...(weight === undefined ? [] : [{ ...WEIGHT_LIMIT, count: weight }]),
  ]
  return limits.length > 0 ? { rateLimits: limits } : {}
}

type Request = { method: string; params: Params; used: Used }

function openPerforming(
  parts: RequestParts,
  serving: Requesting,
  tellsUsed: boolean,
): (request: Request) => Promise<unknown> {
  const { watch, peer, caller } = serving
  const { limits, exchange, wallNow } = parts
  const session = openSession(wallNow, tellsUsed)
  const reports = openReports(serving)
  const nowMs = () => wallNow().getTime()
  const weighed = ({ method, params, used }: Request) => ({
    from: caller,
    weight: weightOf(method, params),
    nowMs: nowMs(),
    tell: (weight: number) => void (used.weight = weight),
  })
  const admit = (request: Request, { scope, places }: Pick<SocketCall, 'scope' | 'places'>) => {
    const { method, params } = request
    const asked = {
      method,
      params,
      scope,
      address: caller.ip,
      // Whoever logs on signs, though somebody is logged on already: a key alone is no secret.
      session: method === LOGGING_ON ? undefined : session.key(),
      places: places === true,
    }
    const counted = { ...weighed(request), isSigned: scope !== 'key' }
    return weighAdmitted(limits, counted, () => admitRequest(parts, asked))
  }
  const { told, ofSocket } = answersOf(session, reports)
  return async (request) => {
    const { method, params, used } = request
    const call = memberCalls.get(method)
    if (call) {
      const { parameters, apiKey } = await admit(request, call)
      const { id: keyId, memberId } = apiKey
      const tell = (orders: number) => void (used.orders = orders)
      if (call.places) limits.countOrders(memberId, { count: 1, nowMs: nowMs(), tell })
      return await call.answer(parts, { memberId, keyId, parameters })
    }
    if (SUBSCRIBING.includes(method)) {
      const { id, memberId } = (await admit(request, { scope: 'read' })).apiKey
      exchange.checkOpen()
      // Whoever left meanwhile hears nothing, and nobody would take them off again.
      if (peer.isOver()) return {}
      watch.add(peer, id)
      return reports.begin(memberId)
    }
    if (method === LOGGING_ON) {
      const { id } = (await admit(request, { scope: 'read' })).apiKey
      if (peer.isOver()) return {}
      watch.add(peer, id)
      session.logOn(String(params['apiKey']))
      return told()
    }
    weighAnyone(limits, weighed(request))
    const ofMarkets = marketCalls.get(method)
    if (ofMarkets) return await ofMarkets(parts, readMarketParams(params))
    const answer = ofSocket.get(method)
    if (!answer) throw botErrors.unsupported()
    return answer()
  }
}
