import { Refusal } from '@btbc/contract/refusals.ts'

import type { AddressOf, CallerAddress } from '#network/caller-address.ts'
import type { Peer } from '#platform/sockets/peer.ts'
import { type Hear, serveSockets } from '#platform/sockets/socket-server.ts'
import type { Upgrades } from '#platform/sockets/upgrades.ts'

import { type AccessParts, admitKey } from './access.ts'
import { BotError, botErrors, errorJson, ofRefusal } from './bot-error.ts'
import { type KeyWatch, startKeyWatch } from './key-watch.ts'
import type { Limits } from './limits.ts'
import { isListenKey, type ListenKeys } from './listen-keys.ts'
import { openOwnStream } from './own-stream.ts'
import * as order from './order-calls.ts'
import { parametersOf } from './parameters.ts'
import { placeOrder } from './place-order.ts'
import { type Listener, openStreams, type StreamParts, type Streams } from './streams.ts'
import { weighAdmitted, weighAnyone } from './weighing.ts'

/** The sockets for bots: streams at /ws and /stream, requests at /ws-api/v3. */

const MESSAGE_BYTES_MAX = 16 * 1024
const STREAMS_MAX = 200
const LOOK_EVERY_MS = 1000
const POLICY = 1008
const TRY_AGAIN_LATER = 1013
const REQUESTS_PATH = '/ws-api/v3'

type Parts = StreamParts &
  AccessParts & {
    upgrades: Upgrades
    keys: ListenKeys
    addressOf: AddressOf
    limits: Limits
    config: { publicUrl: string | undefined }
  }

export function startBotSockets(parts: Parts): { stop(): Promise<void> } {
  const { exchange, config } = parts
  const streams = openStreams(parts)
  const watch = startKeyWatch(parts)
  /** Those who are told what happens on the markets. */
  const told = new Set<Peer>()
  const tell = (peer: Peer): void => {
    if (told.has(peer)) return
    told.add(peer)
    peer.onEnd(() => told.delete(peer))
  }
  const sockets = serveSockets({
    ...parts,
    publicUrl: config.publicUrl,
    accepts: (path) => /^\/(ws(\/.*)?|stream|ws-api\/v3)$/.test(path),
    isOpen: (path) => path === REQUESTS_PATH || exchange.isOpen(),
    messageBytesMax: MESSAGE_BYTES_MAX,
    codes: { flood: POLICY, slow: POLICY },
    open({ peer, url, caller }) {
      const serving = { streams, watch, peer, tell }
      if (url.pathname === REQUESTS_PATH) return serveRequests(parts, { ...serving, caller })
      return serveStreams(parts, { ...serving, url })
    },
  })
  // Another server has the markets: whoever comes back finds it, or is told to wait.
  const looking = setInterval(() => {
    if (exchange.isOpen()) return
    for (const peer of told) peer.close(TRY_AGAIN_LATER, 'the markets are not here')
  }, LOOK_EVERY_MS)
  return {
    async stop() {
      clearInterval(looking)
      watch.stop()
      await streams.stop()
      await sockets.stop()
    },
  }
}

function send(peer: Peer, message: object): void {
  peer.send(JSON.stringify(message))
}

type Asked = { id: string | number | null; method: string; params: unknown }

/** Answers each message with what comes of it. */
function answering(peer: Peer, answer: (asked: Asked) => Promise<object> | object): Hear {
  return async (text) => {
    const asked = readRequest(text)
    send(peer, asked ? await answer(asked) : invalid(null))
  }
}

function invalid(id: Asked['id']): object {
  return { error: { code: 2, msg: 'Invalid request' }, id }
}

function readRequest(text = ''): Asked | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return undefined
    const { id = null, method, params } = value as Record<string, unknown>
    const isId = id === null || typeof id === 'number' || typeof id === 'string'
    return isId && typeof method === 'string' ? { id, method, params } : undefined
  } catch {
    return undefined
  }
}

type Serving = { streams: Streams; watch: KeyWatch; peer: Peer; tell: (peer: Peer) => void }

function serveStreams(parts: Parts, serving: Serving & { url: URL }): Hear {
  const { streams, peer, tell, url } = serving
  const joined = new Set<string>()
  const isCombined = url.pathname === '/stream'
  const own = openOwnStream(
    { ...parts, ...serving },
    {
      hear: (stream, event) =>
        peer.send(isCombined ? `{"stream":${JSON.stringify(stream)},"data":${event}}` : event),
      onEnd(key) {
        joined.delete(key)
        // Who hears of nothing else would wait in vain.
        if (joined.size === 0) peer.close(POLICY, 'the listen key has ended')
      },
    },
  )
  const join = (name: string): boolean => {
    if (joined.size >= STREAMS_MAX) return false
    if (!streams.join(name, own.listener) && !own.join(name)) return false
    joined.add(name)
    return true
  }
  const leave = (name: string): void => {
    streams.leave(name, own.listener)
    own.leave(name)
    joined.delete(name)
  }
  // A path that names no stream is a socket that will subscribe by message.
  const inPath = isCombined ? url.searchParams.get('streams') : url.pathname.slice('/ws/'.length)
  for (const name of (inPath ?? '').split('/').slice(0, STREAMS_MAX)) {
    if (join(name) || own.isOpen() || !isListenKey(name)) continue
    // Such as after a restart, or of another server: who waits for reports there would wait in vain.
    peer.close(POLICY, 'the listen key is not known')
  }
  tell(peer)
  peer.onEnd(() => joined.forEach(leave))
  return answering(peer, ({ id, method, params }) => {
    const names = Array.isArray(params) ? params.filter((each) => typeof each === 'string') : []
    if (method === 'SUBSCRIBE') {
      const fresh = names.filter((name) => !joined.has(name))
      if (names.length > 0 && names.every(join)) return { result: null, id }
      fresh.forEach(leave)
      return invalid(id)
    }
    if (method === 'UNSUBSCRIBE') {
      names.forEach(leave)
      return { result: null, id }
    }
    if (method === 'LIST_SUBSCRIPTIONS') return { result: [...joined], id }
    return invalid(id)
  })
}

type SocketCall = { scope: 'read' | 'trade'; places?: true; answer: order.OrderCall }

const calls: ReadonlyMap<string, SocketCall> = new Map([
  ['order.place', { scope: 'trade', places: true, answer: placeOrder }],
  ['order.cancel', { scope: 'trade', answer: order.cancelOrder }],
  ['order.status', { scope: 'read', answer: order.getOrder }],
])

/** As much as the same costs over HTTP; what is not named here, and what there is not, costs 1. */
const weights: ReadonlyMap<string, number> = new Map([
  ['order.status', 4],
  ['session.logon', 2],
  ['userDataStream.subscribe.signature', 2],
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

async function admitRequest(parts: Parts, claimed: Claimed) {
  const { method, params, scope, address, session, places = false } = claimed
  const parameters = parametersOf(params)
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

function serveRequests(parts: Parts, serving: Serving & { caller: CallerAddress }): Hear {
  const { streams, watch, peer, tell, caller } = serving
  const { limits, exchange } = parts
  const listener: Listener = {
    hear: (_, event) => peer.send(`{"subscriptionId":0,"event":${event}}`),
  }
  let listening: number | undefined
  /** The key that logged on; it is looked at again with each request. */
  let session: string | undefined
  const weighed = (method: string) => ({
    from: caller,
    weight: weights.get(method) ?? 1,
    nowMs: parts.wallNow().getTime(),
  })
  const admit = (
    method: string,
    params: Record<string, unknown>,
    { scope, places }: Pick<SocketCall, 'scope' | 'places'>,
  ) => {
    const asked = { method, params, scope, address: caller.ip, session, places: places === true }
    const counted = { ...weighed(method), isSigned: true }
    return weighAdmitted(limits, counted, () => admitRequest(parts, asked))
  }
  const perform = async (method: string, params: Record<string, unknown>): Promise<unknown> => {
    const call = calls.get(method)
    if (call) {
      const { parameters, apiKey } = await admit(method, params, call)
      const { memberId } = apiKey
      if (call.places) limits.countOrders(memberId, 1, parts.wallNow().getTime())
      return await call.answer(parts, { memberId, parameters })
    }
    if (method === 'userDataStream.subscribe.signature') {
      const { id, memberId } = (await admit(method, params, { scope: 'read' })).apiKey
      exchange.checkOpen()
      // Whoever left meanwhile hears nothing, and nobody would take them off again.
      if (peer.isOver()) return {}
      watch.add(peer, id)
      tell(peer)
      if (listening !== undefined) streams.leaveMember(listening, listener)
      listening = memberId
      streams.joinMember(memberId, listener)
      return { subscriptionId: 0 }
    }
    if (method === 'session.logon') {
      const { id } = (await admit(method, params, { scope: 'read' })).apiKey
      if (peer.isOver()) return {}
      watch.add(peer, id)
      session = String(params['apiKey'])
      const serverTime = parts.wallNow().getTime()
      return { apiKey: session, authorizedSince: serverTime, serverTime }
    }
    weighAnyone(limits, weighed(method))
    if (method === 'ping') return {}
    if (method === 'time') return { serverTime: parts.wallNow().getTime() }
    throw botErrors.invalid('method')
  }
  peer.onEnd(() => {
    if (listening !== undefined) streams.leaveMember(listening, listener)
  })
  return answering(peer, async ({ id, method, params }) => {
    const values = typeof params === 'object' && params !== null ? { ...params } : {}
    try {
      return { id, status: 200, result: await perform(method, values) }
    } catch (error) {
      const known = error instanceof Refusal ? ofRefusal(error) : error
      if (!(known instanceof BotError)) parts.report(error, 'a request of a bot failed')
      const said = known instanceof BotError ? known : botErrors.internal()
      return { id, status: said.status, error: errorJson(said) }
    }
  })
}
