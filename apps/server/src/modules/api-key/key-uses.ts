import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { MINUTE_MS } from '#platform/durations.ts'

/** What keys are used for: counted in memory, written down behind the answers. */

const FLUSH_MS = 1000
const ROWS_MAX = 10_000

type KeyUse = {
  keyId: number
  call: string
  address: string
  outcome: 'accepted' | 'refused'
  at: Date
}

export type KeyUses = {
  note(use: KeyUse): void
  flush(): Promise<void>
  stop(): Promise<void>
}

export function startKeyUses(db: Db, report: (error: unknown, what: string) => void): KeyUses {
  let counts = new Map<string, KeyUse & { minute: Date; uses: number }>()
  const flush = async (): Promise<void> => {
    const rows = [...counts.values()]
    if (rows.length === 0) return
    counts = new Map()
    await db
      .insertInto('api_key_use')
      .values(
        rows.map(({ keyId, minute, call, address, outcome, uses, at }) => ({
          api_key_id: keyId,
          minute,
          call,
          address,
          outcome,
          uses: BigInt(uses),
          last_at: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['api_key_id', 'minute', 'call', 'address', 'outcome']).doUpdateSet({
          uses: sql`api_key_use.uses + excluded.uses`,
          last_at: sql`greatest(api_key_use.last_at, excluded.last_at)`,
        }),
      )
      .execute()
  }
  const quietly = (): Promise<void> =>
    flush().catch((error: unknown) => report(error, 'uses of keys were not written down'))
  const timer = setInterval(() => void quietly(), FLUSH_MS)
  timer.unref()
  return {
    note(use) {
      const minute = new Date(Math.floor(use.at.getTime() / MINUTE_MS) * MINUTE_MS)
      const name = [use.keyId, minute.getTime(), use.call, use.address, use.outcome].join(' ')
      const known = counts.get(name)
      if (known) {
        known.uses += 1
        known.at = use.at
      } else if (counts.size < ROWS_MAX) counts.set(name, { ...use, minute, uses: 1 })
    },
    flush,
    async stop() {
      clearInterval(timer)
      await quietly()
    },
  }
}
