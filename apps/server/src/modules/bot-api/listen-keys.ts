import { botErrors } from './bot-error.ts'
import { HOUR_MS } from '#platform/durations.ts'

/** Names under which a member's own stream is listened to; one a key, for an hour since the last sign. */

const LIFE_MS = HOUR_MS
const KEY_BYTES = 48

/** Whether it can be one: a stream's name has an `@`. */
export function isListenKey(name: string): boolean {
  return /^[\w-]{64}$/.test(name)
}

export type ListenKeys = {
  open(owner: Owner): string
  extend(memberId: number, key: string): void
  close(memberId: number, key: string): void
  ownerOf(key: string): Owner | undefined
  /** Runs once, when this name ends; answers how to take that back. */
  onEnd(key: string, work: () => void): () => void
  /** Ends those whose time is over. */
  dropOld(): void
  /** Ends the names that were opened with this API key. */
  forget(keyId: number): void
}

/** The member who is told, and the API key it was asked with. */
type Owner = { memberId: number; keyId: number }

export function openListenKeys(wallNow: () => Date, random: (bytes: number) => Buffer): ListenKeys {
  /** The oldest first: whoever gives a sign is put last. */
  const owners = new Map<string, Owner & { until: number; atEnd: Set<() => void> }>()
  const names = new Map<number, string>()
  const drop = (key: string) => {
    const owner = owners.get(key)
    owners.delete(key)
    if (owner && names.get(owner.keyId) === key) names.delete(owner.keyId)
    for (const work of owner?.atEnd ?? []) work()
  }
  const dropOld = () => {
    const now = wallNow().getTime()
    for (const [key, { until }] of owners) {
      if (until > now) return
      drop(key)
    }
  }
  const alive = (key: string) => {
    const found = owners.get(key)
    if (found && found.until > wallNow().getTime()) return found
    drop(key)
    return undefined
  }
  const own = (memberId: number, key: string) => {
    const found = alive(key)
    if (found?.memberId !== memberId) throw botErrors.listenKey()
    return found
  }
  const prolong = (key: string, { memberId, keyId }: Owner) => {
    const atEnd = owners.get(key)?.atEnd ?? new Set()
    owners.delete(key)
    owners.set(key, { memberId, keyId, until: wallNow().getTime() + LIFE_MS, atEnd })
  }
  return {
    open(owner) {
      dropOld()
      const known = names.get(owner.keyId)
      const key =
        known !== undefined && alive(known) ? known : random(KEY_BYTES).toString('base64url')
      prolong(key, owner)
      names.set(owner.keyId, key)
      return key
    },
    extend(memberId, key) {
      prolong(key, own(memberId, key))
    },
    close(memberId, key) {
      own(memberId, key)
      drop(key)
    },
    ownerOf: (key) => alive(key),
    onEnd(key, work) {
      const atEnd = owners.get(key)?.atEnd
      atEnd?.add(work)
      return () => void atEnd?.delete(work)
    },
    dropOld,
    forget(keyId) {
      const key = names.get(keyId)
      if (key !== undefined) drop(key)
    },
  }
}
