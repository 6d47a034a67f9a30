import { botErrors } from './bot-error.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** Names under which a member's own stream is listened to; one a key, for an hour since the last sign. */

const LIFE_MS = HOUR_MS
const KEY_BYTES = 48

export type ListenKeys = {
  open(owner: Owner): string
  extend(memberId: number, key: string): void
  close(memberId: number, key: string): void
  ownerOf(key: string): Owner | undefined
  /** Ends the names that were opened with this API key. */
  forget(keyId: number): void
}

/** The member who is told, and the API key it was asked with. */
type Owner = { memberId: number; keyId: number }

export function openListenKeys(wallNow: () => Date, random: (bytes: number) => Buffer): ListenKeys {
  const members = new Map<string, Owner & { until: number }>()
  const alive = (key: string) => {
    const found = members.get(key)
    if (found && found.until > wallNow().getTime()) return found
    members.delete(key)
    return undefined
  }
  const own = (memberId: number, key: string) => {
    const found = alive(key)
    if (found?.memberId !== memberId) throw botErrors.listenKey()
    return found
  }
  return {
    open({ memberId, keyId }) {
      const until = wallNow().getTime() + LIFE_MS
      for (const key of members.keys()) {
        const known = alive(key)
        if (known?.keyId !== keyId) continue
        known.until = until
        return key
      }
      const key = random(KEY_BYTES).toString('base64url')
      members.set(key, { memberId, keyId, until })
      return key
    },
    extend(memberId, key) {
      own(memberId, key).until = wallNow().getTime() + LIFE_MS
    },
    close(memberId, key) {
      own(memberId, key)
      members.delete(key)
    },
    ownerOf: (key) => alive(key),
    forget(keyId) {
      for (const [key, owner] of members) if (owner.keyId === keyId) members.delete(key)
    },
  }
}
