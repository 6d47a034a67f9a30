import type { Db } from '@btbc/database/database.ts'

import type { At } from './clock.ts'

/** One look for everybody who asks while it is fresh or under way. */
export function remember<T>(freshMs: number, look: (db: Db, at: At) => Promise<T>) {
  let known: { since: number; value: Promise<T> } | undefined
  return async (db: Db, at: At): Promise<T> => {
    const wallMs = at.wallNow.getTime()
    const ageMs = wallMs - (known?.since ?? 0)
    if (known !== undefined && ageMs >= 0 && ageMs < freshMs) return await known.value
    const looked = { since: wallMs, value: look(db, at) }
    known = looked
    try {
      return await looked.value
    } catch (error) {
      // Who asks next looks again.
      if (known === looked) known = undefined
      throw error
    }
  }
}
