import { liveCloseCodes } from '@btbc/contract/live-rules.ts'
import { LIVE_FRAME_BYTES_MAX, LIVE_PATH } from '@btbc/contract/live.ts'
import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { AddressOf } from '#network/caller-address.ts'
import { loop } from '#platform/background.ts'
import { serveSockets } from '#platform/sockets/socket-server.ts'
import type { Upgrades } from '#platform/sockets/upgrades.ts'

import { type Caller, type Connection, openConnection } from './connection.ts'
import type { Hub } from './hub.ts'

/** The plain WebSocket at `/live`. */

/** A session that ends closes its sockets within this and what a query takes. */
const SESSIONS_EVERY_MS = 1500

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
  const { hub, db, wallNow, config, report } = parts
  const connections = new Set<Connection>()
  const findCaller = (token: string) => parts.findCaller(db, token, wallNow())
  const sockets = serveSockets({
    ...parts,
    publicUrl: config.publicUrl,
    accepts: (path) => path === LIVE_PATH,
    messageBytesMax: LIVE_FRAME_BYTES_MAX,
    codes: liveCloseCodes,
    open({ peer, seat }) {
      const connection = openConnection({ peer, seat, hub, findCaller, report })
      connections.add(connection)
      peer.onEnd(() => connections.delete(connection))
      return connection.hear
    },
  })
  const stopWatching = watchSessions(parts, connections)
  return {
    count: () => sockets.count(),
    async stop() {
      hub.stop()
      await sockets.stop()
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
    const asked = new Set<number>()
    for (const { caller } of connections) if (caller) asked.add(caller.sessionId)
    if (asked.size === 0) return
    const rows = await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', sql<number>`any(${[...asked]}::int[])`)
      .where('expires_at', '>', wallNow())
      .execute()
    const open = new Set(rows.map(({ id }) => id))
    for (const connection of connections) {
      const sessionId = connection.caller?.sessionId
      if (sessionId === undefined || !asked.has(sessionId) || open.has(sessionId)) continue
      connection.close(liveCloseCodes.sessionEnded, 'the session has ended')
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
