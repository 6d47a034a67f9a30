import type { AddressOf } from '#network/caller-address.ts'
import type { Peer } from '#platform/sockets/peer.ts'
import { type Hear, serveSockets } from '#platform/sockets/socket-server.ts'
import type { Upgrades } from '#platform/sockets/upgrades.ts'

import { startKeyWatch } from './key-watch.ts'
import { ORDERS_MAX, WEIGHT_MAX } from './limits.ts'
import { isListenKey } from './listen-keys.ts'
import { openOwnStream } from './own-stream.ts'
import { answering, type Asked, type Serving } from './socket-messages.ts'
import type { RequestParts } from './socket-calls.ts'
import { serveRequests } from './socket-requests.ts'
import { openStreams } from './streams.ts'

/** The sockets for bots: streams at /ws and /stream, requests at /ws-api/v3. */

const MESSAGE_BYTES_MAX = 16 * 1024
const STREAMS_MAX = 200
const LOOK_EVERY_MS = 1000
const POLICY = 1008
const TRY_AGAIN_LATER = 1013
const REQUESTS_PATH = '/ws-api/v3'
/**
 * Whoever keeps to what is counted over HTTP as well is not closed there: a minute's weight of what costs least,
 * and at once what two stretches of ten seconds have of orders.
 */
const REQUESTS_PACE = { atOnce: 2 * ORDERS_MAX, perSecond: WEIGHT_MAX / 60 }

type Parts = RequestParts & {
  upgrades: Upgrades
  addressOf: AddressOf
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
    paceOf: (path) => (path === REQUESTS_PATH ? REQUESTS_PACE : undefined),
    codes: { flood: POLICY, slow: POLICY },
    open({ peer, url, caller }) {
      const serving = { streams, watch, peer, tell, url }
      if (url.pathname === REQUESTS_PATH) return serveRequests(parts, { ...serving, caller })
      return serveStreams(parts, serving)
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
  return answering(peer, invalid(null), ({ id, method, params }) => {
    if (method === 'LIST_SUBSCRIPTIONS') return { result: [...joined], id }
    if (!isNames(params)) return invalid(id)
    if (method === 'SUBSCRIBE') {
      const fresh = params.filter((name) => !joined.has(name))
      if (params.length > 0 && params.every(join)) return { result: null, id }
      fresh.forEach(leave)
      return invalid(id)
    }
    if (method !== 'UNSUBSCRIBE') return invalid(id)
    params.forEach(leave)
    return { result: null, id }
  })
}

function isNames(params: unknown): params is string[] {
  return Array.isArray(params) && params.every((each) => typeof each === 'string')
}

function invalid(id: Asked['id']): object {
  return { error: { code: 2, msg: 'Invalid request' }, id }
}
