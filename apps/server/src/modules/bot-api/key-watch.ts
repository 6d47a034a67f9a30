import type { Db } from '@btbc/database/database.ts'

import { keysInForce } from '#modules/api-key/index.ts'
import type { Peer } from '#platform/sockets/peer.ts'

import type { ListenKeys } from './listen-keys.ts'

/**
 * Closes the sockets of keys that were revoked, or whose account was frozen, wherever that was done, and
 * ends the names of streams that nobody gave a sign of for too long.
 */

/** A key that ends closes its sockets within this and what a query takes. */
const LOOK_EVERY_MS = 1500
const POLICY = 1008

export type KeyWatch = {
  /** This socket is told or does something in the name of that key. */
  add(peer: Peer, keyId: number): void
  stop(): void
}

export function startKeyWatch(parts: {
  db: Db
  /** Names under which streams are listened to end with their key. */
  keys: Pick<ListenKeys, 'forget' | 'dropOld'>
  report: (error: unknown, what: string) => void
}): KeyWatch {
  const { db, keys, report } = parts
  const sockets = new Map<number, Set<Peer>>()
  const look = async (): Promise<void> => {
    keys.dropOld()
    const watched = [...sockets.keys()]
    if (watched.length === 0) return
    const inForce = await keysInForce(db, watched)
    for (const keyId of watched) {
      if (inForce.has(keyId)) continue
      keys.forget(keyId)
      for (const peer of sockets.get(keyId) ?? []) peer.close(POLICY, 'the key has ended')
    }
  }
  const looking = setInterval(
    () => void look().catch((error: unknown) => report(error, 'keys of sockets')),
    LOOK_EVERY_MS,
  )
  return {
    add(peer, keyId) {
      const known = sockets.get(keyId) ?? new Set()
      if (known.has(peer)) return
      sockets.set(keyId, known.add(peer))
      peer.onEnd(() => {
        known.delete(peer)
        if (known.size === 0 && sockets.get(keyId) === known) sockets.delete(keyId)
      })
    },
    stop: () => clearInterval(looking),
  }
}
