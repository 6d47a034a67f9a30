import { setTimeout as sleep } from 'node:timers/promises'

import { type WebSocket, WebSocketServer } from 'ws'

import type { AddressOf, CallerAddress } from '#network/caller-address.ts'
import { isOwnOrigin } from '#network/own-origin.ts'

import { messageLimiter, connectionLimiter, type Pace, type Seat } from './admission.ts'
import { type Peer, openPeer } from './peer.ts'
import { refuseUpgrade, type Upgrades } from './upgrades.ts'

/**
 * What all sockets have in common: who may come in, how much they may say, how much may wait for
 * them to read it, whether they are still there, and how they go.
 */

const BEAT_EVERY_MS = 15_000
const GOING_AWAY = 1001
const GOODBYES_MS_MAX = 500
/** With so many unanswered no more are read: what else is sent waits at its sender. */
const WAITING_MAX = 100

/** Answers one message; the next one waits for it. `text` of a binary message is undefined. */
export type Hear = (text: string | undefined) => Promise<void> | void

export type Opened = { peer: Peer; url: URL; caller: CallerAddress; seat: Seat }

export type SocketParts = {
  upgrades: Upgrades
  addressOf: AddressOf
  publicUrl: string | undefined
  wallNow: () => Date
  report: (error: unknown, what: string) => void
  accepts: (path: string) => boolean
  /** Whether there is something to be had by this path now. */
  isOpen?: (path: string) => boolean
  messageBytesMax: number
  /** How much may be said at a socket, where that is not the usual. */
  paceOf?: (path: string) => Pace | undefined
  /** What is said to who says too much, and to who reads too little. */
  codes: { flood: number; slow: number }
  open: (opened: Opened) => Hear
}

export type SocketServer = { count(): number; stop(): Promise<void> }

export function serveSockets(parts: SocketParts): SocketServer {
  const { upgrades, addressOf, publicUrl, wallNow, accepts, isOpen, messageBytesMax } = parts
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: messageBytesMax,
    perMessageDeflate: false,
  })
  const seats = connectionLimiter(() => wallNow().getTime())
  const sockets = new Map<WebSocket, { peer: Peer; isAlive: boolean }>()
  const admit = (socket: WebSocket, opened: Omit<Opened, 'peer'>): void => {
    const known = { peer: openPeer(socket, parts.codes.slow), isAlive: true }
    sockets.set(socket, known)
    socket.once('close', () => sockets.delete(socket))
    socket.on('pong', () => (known.isAlive = true))
    socket.on('message', () => (known.isAlive = true))
    listen(parts, socket, { ...opened, peer: known.peer })
  }

  upgrades.serve(accepts, (request, socket, head) => {
    const { origin, host } = request.headers
    const url = new URL(request.url ?? '/', 'http://localhost')
    if (!isOwnOrigin({ origin, host }, publicUrl)) return refuseUpgrade(socket, 403)
    if (isOpen?.(url.pathname) === false) return refuseUpgrade(socket, 503)
    const caller = addressOf(request)
    const seat = seats.take(caller)
    if (!seat) return refuseUpgrade(socket, 429)
    socket.once('close', () => seat.leave())
    server.handleUpgrade(request, socket, head, (opened) => admit(opened, { url, caller, seat }))
  })

  /** Closes a socket that said nothing since the last time, and asks the others for a sign. */
  const beating = setInterval(() => {
    for (const [socket, known] of sockets) {
      if (!known.isAlive) socket.terminate()
      else if (socket.readyState === socket.OPEN) socket.ping()
      known.isAlive = false
    }
  }, BEAT_EVERY_MS)
  return {
    count: () => sockets.size,
    async stop() {
      clearInterval(beating)
      for (const { peer } of sockets.values()) peer.close(GOING_AWAY, 'the server stops')
      const until = performance.now() + GOODBYES_MS_MAX
      while (server.clients.size > 0 && performance.now() < until) await sleep(10)
      for (const client of server.clients) client.terminate()
    },
  }
}

/** One message after the other: what is said second is heard by who has listened to the first. */
function listen(parts: SocketParts, socket: WebSocket, opened: Opened): void {
  const { codes, open, paceOf, report } = parts
  const { peer, url } = opened
  const isFlood = messageLimiter(paceOf?.(url.pathname))
  const hear = open(opened)
  let turn = Promise.resolve()
  let waiting = 0
  const answered = (): void => {
    waiting -= 1
    if (waiting < WAITING_MAX && socket.isPaused) socket.resume()
  }
  socket.on('message', (data, isBinary) => {
    if (isFlood(performance.now())) return peer.close(codes.flood, 'too many messages')
    // With the default binary type a message is one Buffer.
    const text = isBinary ? undefined : (data as Buffer).toString('utf8')
    waiting += 1
    if (waiting >= WAITING_MAX) socket.pause()
    turn = turn
      .then(() => hear(text))
      .catch((error: unknown) => report(error, 'a message of a socket failed'))
      .then(answered)
  })
}
