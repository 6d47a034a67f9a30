import { setTimeout as sleep } from 'node:timers/promises'

import { LIVE_FRAME_BYTES_MAX, LIVE_PATH, liveCloseCodes } from '@btbc/contract/live.ts'
import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { WebSocketServer } from 'ws'

import type { AddressOf } from '#network/caller-address.ts'
import { isOwnOrigin } from '#network/own-origin.ts'

import { loop } from '#platform/background.ts'
import { openSeats } from '#platform/sockets/admission.ts'
import { type Caller, type Connection, openConnection } from './connection.ts'
import type { Hub } from './hub.ts'
import { refuseUpgrade, type Upgrades } from '#platform/sockets/upgrades.ts'

/** The plain WebSocket at `/live`. */

const BEAT_EVERY_MS = 15_000
/** A session that ends closes its sockets within this and what a query takes. */
const SESSIONS_EVERY_MS = 1500
const GOING_AWAY = 1001
const GOODBYES_MS_MAX = 500

export type LiveParts = {
  upgrades: Upgrades
  hub: Hub
  db: Db
  wallNow: () => Date
  findCaller: (db: Db, token: string, wallNow: Date) => Promise<Caller | undefined>
  addressOf: AddressOf
  config: { publicUrl: string | undefined }
  report: (error: unknown, what: string) => void
}

export type LiveSockets = { count(): number; stop(): Promise<void> }

export function serveLive(parts: LiveParts): LiveSockets {
  const { upgrades, hub, db, wallNow, addressOf, config, report } = parts
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LIVE_FRAME_BYTES_MAX,
    perMessageDeflate: false,
  })
  const connections = new Set<Connection>()
  const seats = openSeats(() => wallNow().getTime())
  const findCaller = (token: string) => parts.findCaller(db, token, wallNow())

  upgrades.serve(
    (path) => path === LIVE_PATH,
    (request, socket, head) => {
      const { origin, host } = request.headers
      if (!isOwnOrigin({ origin, host }, config.publicUrl)) return refuseUpgrade(socket, 403)
      const caller = addressOf(request)
      if (!seats.take(caller)) return refuseUpgrade(socket, 429)
      socket.once('close', () => seats.leave(caller))
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = openConnection({ socket: webSocket, hub, findCaller, report })
        connections.add(connection)
        webSocket.once('close', () => connections.delete(connection))
      })
    },
  )

  const beating = setInterval(() => {
    for (const connection of connections) connection.beat()
  }, BEAT_EVERY_MS)
  const stopWatching = watchSessions(parts, connections)
  return {
    count: () => connections.size,
    async stop() {
      clearInterval(beating)
      hub.stop()
      for (const connection of connections) connection.close(GOING_AWAY, 'the server stops')
      const until = performance.now() + GOODBYES_MS_MAX
      while (server.clients.size > 0 && performance.now() < until) await sleep(10)
      for (const client of server.clients) client.terminate()
      await stopWatching()
    },
  }
}

/** Closes the sockets of sessions that have ended, on whatever server that was done. */
function watchSessions(
  { db, wallNow, report }: LiveParts,
  connections: ReadonlySet<Connection>,
): () => Promise<void> {
  const stopping = new AbortController()
  const check = async (): Promise<void> => {
    const ids = [...connections].flatMap(({ caller }) => (caller ? [caller.sessionId] : []))
    if (ids.length === 0) return
    const rows = await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', sql<number>`any(${[...new Set(ids)]}::int[])`)
      .where('expires_at', '>', wallNow())
      .execute()
    const open = new Set(rows.map(({ id }) => id))
    for (const connection of connections) {
      if (connection.caller && ids.includes(connection.caller.sessionId)) {
        if (!open.has(connection.caller.sessionId)) {
          connection.close(liveCloseCodes.sessionEnded, 'the session has ended')
        }
      }
    }
  }
  const running = loop({
    signal: stopping.signal,
    everyMs: SESSIONS_EVERY_MS,
    work: check,
    failed: (error) => report(error, 'sessions of sockets'),
  })
  return async () => {
    stopping.abort()
    await running
  }
}
