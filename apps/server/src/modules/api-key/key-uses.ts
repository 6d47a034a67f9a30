import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { networkOf } from '#network/address.ts'
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

type Counted = KeyUse & { minute: Date; uses: number }

export type KeyUses = {
  note(use: KeyUse): void
  flush(): Promise<void>
  stop(): Promise<void>
}

export function startKeyUses(db: Db, report: (error: unknown, what: string) => void): KeyUses {
  let counts = new Map<string, Counted>()
  const flush = async (): Promise<void> => {
    const rows = [...counts.values()]
    if (rows.length === 0) return
    counts = new Map()
    await writeDown(db, rows)
  }
  const quietly = (): Promise<void> =>
    flush().catch((error: unknown) => report(error, 'uses of keys were not written down'))
  const timer = setInterval(() => void quietly(), FLUSH_MS)
  timer.unref()
  return {
    note(use) {
      const minute = new Date(Math.floor(use.at.getTime() / MINUTE_MS) * MINUTE_MS)
      // Of IPv6 somebody has as many addresses as there are calls.
      const address = networkOf(use.address)
      const name = [use.keyId, minute.getTime(), use.call, address, use.outcome].join(' ')
      const known = counts.get(name)
      if (known) {
        known.uses += 1
        known.at = use.at
      } else if (counts.size < ROWS_MAX) counts.set(name, { ...use, address, minute, uses: 1 })
    },
    flush,
    async stop() {
      clearInterval(timer)
      await quietly()
    },
  }
}

/** Rows are taken in one order, so that servers that write at once wait for each other in no circle. */
async function writeDown(db: Db, rows: readonly Counted[]): Promise<void> {
  await sql`
    with noted as materialized (
      select * from unnest(${rows.map(({ keyId }) => keyId)}::integer[],
        ${rows.map(({ minute }) => minute)}::timestamptz[], ${rows.map(({ call }) => call)}::text[],
        ${rows.map(({ address }) => address)}::text[],
        ${rows.map(({ outcome }) => outcome)}::text[],
        ${rows.map(({ uses }) => uses)}::bigint[], ${rows.map(({ at }) => at)}::timestamptz[]
      ) as one (api_key_id, minute, call, address, outcome, uses, last_at)
    ), used as materialized (
      select api_key_id, sum(uses)::bigint as uses, max(last_at) as last_at from noted group by 1
    ), held as materialized (
      select id from api_key where id in (select api_key_id from used) order by id for no key update
    ), added as (
      update api_key set uses = api_key.uses + used.uses,
        last_used_at = greatest(api_key.last_used_at, used.last_at)
      from used join held on held.id = used.api_key_id where api_key.id = used.api_key_id
    )
    insert into api_key_use (api_key_id, minute, call, address, outcome, uses, last_at)
    select * from noted order by api_key_id, minute, call, address, outcome
    on conflict (api_key_id, minute, call, address, outcome) do update
    set uses = api_key_use.uses + excluded.uses,
      last_at = greatest(api_key_use.last_at, excluded.last_at)`.execute(db)
}
