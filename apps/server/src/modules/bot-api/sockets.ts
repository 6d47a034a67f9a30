import { randomBytes } from 'node:crypto'

import { type RawData, type WebSocket, WebSocketServer } from 'ws'

import { openFloodGate, openSeats } from '#platform/sockets/admission.ts'
import { refuseUpgrade, type Upgrades } from '#platform/sockets/upgrades.ts'
import type { AddressOf, CallerAddress } from '#network/caller-address.ts'
import { isOwnOrigin } from '#network/own-origin.ts'

import { type AccessParts, admitKey } from './access.ts'
import { BotError, botErrors, errorJson } from './bot-error.ts'
import { type KeyWatch, startKeyWatch } from './key-watch.ts'
import type { Limits } from './limits.ts'
import type { ListenKeys } from './listen-keys.ts'
import * as order from './order-calls.ts'
import { parametersOf } from './parameters.ts'
import { placeOrder } from './place-order.ts'
import { type Listener, openStreams, type StreamParts, type Streams } from './streams.ts'

/** The sockets for bots: streams at /ws and /stream, requests at /ws-api/v3. */

const MESSAGE_BYTES_MAX = 16 * 1024
const BUFFERED_BYTES_MAX = 1024 * 1024
const STREAMS_MAX = 200
const BEAT_EVERY_MS = 20_000
const POLICY = 1008
const GOING_AWAY = 1001

type Parts = StreamParts &
  AccessParts & {
    upgrades: Upgrades
    keys: ListenKeys
    addressOf: AddressOf
    limits: Limits
    config: { publicUrl: string | undefined }
  }

export function startBotSockets(parts: Parts): { stop(): void } {
  const { upgrades, config } = parts
  const streams = openStreams(parts)
  const watch = startKeyWatch({ ...parts, forget: (keyId) => parts.keys.forget(keyId) })
  const server = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX })
  const seats = openSeats(() => parts.wallNow().getTime())
  const alive = new WeakSet<WebSocket>()
  upgrades.serve(
    (path) => /^\/(ws(\/.*)?|stream|ws-api\/v3)$/.test(path),
    (request, socket, head) => {
      const { origin, host } = request.headers
      if (!isOwnOrigin({ origin, host }, config.publicUrl)) return refuseUpgrade(socket, 403)
      const caller = parts.addressOf(request)
      if (!seats.take(caller)) return refuseUpgrade(socket, 429)
      socket.once('close', () => seats.leave(caller))
      server.handleUpgrade(request, socket, head, (webSocket) => {
        alive.add(webSocket)
        webSocket.on('pong', () => alive.add(webSocket))
        webSocket.on('error', () => undefined)
        const url = new URL(request.url ?? '/', 'http://localhost')
        if (url.pathname === '/ws-api/v3')
          serveRequests(parts, { streams, watch, webSocket, caller })
        else serveStreams(parts, { streams, watch, webSocket, url })
      })
    },
  )
  const beating = setInterval(() => {
    for (const client of server.clients) {
      if (!alive.delete(client)) client.terminate()
      else client.ping()
    }
  }, BEAT_EVERY_MS)
  return {
    stop() {
      clearInterval(beating)
      watch.stop()
      streams.stop()
      for (const client of server.clients) {
        client.close(GOING_AWAY, 'the server stops')
        client.terminate()
      }
    },
  }
}

function send(socket: WebSocket, message: object): void {
  if (socket.bufferedAmount > BUFFERED_BYTES_MAX) socket.terminate()
  else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message))
}

type Asked = { id: string | number | null; method: string; params: unknown }

/** Answers each message in turn; a flood ends the socket. */
function onRequests(socket: WebSocket, answer: (asked: Asked) => Promise<object> | object): void {
  const isFlood = openFloodGate()
  let turn = Promise.resolve()
  socket.on('message', (data) => {
    if (isFlood(performance.now())) return socket.close(POLICY, 'too many messages')
    turn = turn.then(async () => {
      const asked = readRequest(data)
      send(socket, asked ? await answer(asked) : invalid(null))
    })
  })
}

function invalid(id: Asked['id']): object {
  return { error: { code: 2, msg: 'Invalid request' }, id }
}

function readRequest(data: RawData): Asked | undefined {
  try {
    // With the default binary type a message is one Buffer.
    const value: unknown = JSON.parse((data as Buffer).toString('utf8'))
    if (typeof value !== 'object' || value === null) return undefined
    const { id = null, method, params } = value as Record<string, unknown>
    const isId = id === null || typeof id === 'number' || typeof id === 'string'
    return isId && typeof method === 'string' ? { id, method, params } : undefined
  } catch {
    return undefined
  }
}

function serveStreams(
  { keys }: Parts,
  parts: { streams: Streams; watch: KeyWatch; webSocket: WebSocket; url: URL },
): void {
  const { streams, watch, webSocket, url } = parts
  const joined = new Set<string>()
  const isCombined = url.pathname === '/stream'
  let owner: ReturnType<ListenKeys['ownerOf']>
  const listener: Listener = {
    hear: (stream, data) => send(webSocket, isCombined ? { stream: stream ?? '', data } : data),
  }
  const join = (name: string): boolean => {
    if (joined.size >= STREAMS_MAX || !streams.join(name, listener)) return false
    joined.add(name)
    return true
  }
  const leave = (name: string): void => {
    streams.leave(name, listener)
    joined.delete(name)
  }
  // A path that names no stream is a socket that will subscribe by message.
  const inPath = isCombined ? url.searchParams.get('streams') : url.pathname.slice('/ws/'.length)
  for (const name of (inPath ?? '').split('/').slice(0, STREAMS_MAX)) {
    if (join(name)) continue
    // One listen key a socket: the first.
    if (owner !== undefined) continue
    owner = keys.ownerOf(name)
    if (owner === undefined) continue
    streams.joinMember(owner.memberId, listener)
    watch.add(webSocket, owner.keyId)
  }
  onRequests(webSocket, ({ id, method, params }) => {
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
  webSocket.on('close', () => {
    joined.forEach(leave)
    if (owner !== undefined) streams.leaveMember(owner.memberId, listener)
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
}

function admitRequest(parts: Parts, { method, params, scope, address, session }: Claimed) {
  const parameters = parametersOf(params)
  if (session !== undefined && params['signature'] === undefined) {
    const claim = { key: session, address, call: method, scope }
    return { parameters, admitted: admitKey(parts, claim) }
  }
  const payload = Object.keys(params)
    .filter((name) => name !== 'signature')
    .toSorted()
    .map((name) => `${name}=${String(params[name])}`)
    .join('&')
  const key = parameters.needText('apiKey')
  const claim = { key, address, call: method, scope, signed: { payload, parameters } }
  return { parameters, admitted: admitKey(parts, claim) }
}

function serveRequests(
  parts: Parts,
  serving: { streams: Streams; watch: KeyWatch; webSocket: WebSocket; caller: CallerAddress },
): void {
  const { streams, watch, webSocket, caller } = serving
  const { limits } = parts
  const address = caller.ip
  const inside = { ...parts, random: (bytes: number) => randomBytes(bytes) }
  const listener: Listener = {
    hear: (_, event) => send(webSocket, { subscriptionId: 0, event }),
  }
  let listening: number | undefined
  /** The key that logged on; it is looked at again with each request. */
  let session: string | undefined
  const admit = (method: string, params: Record<string, unknown>, scope: 'read' | 'trade') =>
    admitRequest(parts, { method, params, scope, address, session })
  const perform = async (method: string, params: Record<string, unknown>): Promise<unknown> => {
    if (method === 'ping') return {}
    if (method === 'time') return { serverTime: parts.wallNow().getTime() }
    const call = calls.get(method)
    if (call) {
      const { parameters, admitted } = admit(method, params, call.scope)
      const { memberId } = await admitted
      if (call.places) limits.countOrders(memberId, 1, parts.wallNow().getTime())
      return await call.answer(inside, { memberId, parameters })
    }
    if (method === 'userDataStream.subscribe.signature') {
      const { id, memberId } = await admit(method, params, 'read').admitted
      // Whoever left meanwhile hears nothing, and nobody would take them off again.
      if (webSocket.readyState !== webSocket.OPEN) return {}
      watch.add(webSocket, id)
      if (listening !== undefined) streams.leaveMember(listening, listener)
      listening = memberId
      streams.joinMember(memberId, listener)
      return { subscriptionId: 0 }
    }
    if (method === 'session.logon') {
      const { id } = await admit(method, params, 'read').admitted
      if (webSocket.readyState !== webSocket.OPEN) return {}
      watch.add(webSocket, id)
      session = String(params['apiKey'])
      const serverTime = parts.wallNow().getTime()
      return { apiKey: session, authorizedSince: serverTime, serverTime }
    }
    throw botErrors.invalid('method')
  }
  onRequests(webSocket, async ({ id, method, params }) => {
    const values = typeof params === 'object' && params !== null ? { ...params } : {}
    try {
      const weight = weights.get(method) ?? 1
      limits.weigh(caller.neighbourhood, weight, parts.wallNow().getTime())
      return { id, status: 200, result: await perform(method, values) }
    } catch (error) {
      if (!(error instanceof BotError)) parts.report(error, 'a request of a bot failed')
      const known = error instanceof BotError ? error : botErrors.internal()
      return { id, status: known.status, error: errorJson(known) }
    }
  })
  webSocket.on('close', () => {
    if (listening !== undefined) streams.leaveMember(listening, listener)
  })
}
