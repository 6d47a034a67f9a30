import type { Db, Tx } from '@btbc/database/database.ts'
import { plainAmount, UNIT } from '@btbc/money/amount.ts'
import { sql } from 'kysely'

/**
 * What members have paid and the treasury could not give yet. It is promised and nothing is reserved for
 * it, so the open books do not agree for as long as there is any.
 */

type Owed = { owed: bigint; payments: number; since: Date | null }

/** In USDT units, how many payments that is, and since when the oldest of them was paid. */
export async function readOwed(tx: Tx | Db): Promise<Owed> {
  const { rows } = await sql<Owed>`
    select coalesce(sum(div(received::numeric * rate, ${UNIT}::numeric) - credited), 0)::bigint as owed,
      count(*)::integer as payments, min(paid_at) as since
    from gateway_order where state = 'processing'`.execute(tx)
  const [found] = rows
  if (!found) throw new Error('an aggregate answered nothing')
  return found
}

/** The same as operators see it: only they can fill the treasury. */
export async function listOwed(tx: Tx) {
  const { owed, payments, since } = await readOwed(tx)
  if (owed === 0n) return []
  return [
    {
      kind: 'rail_owed' as const,
      text: `The treasury is short of ${plainAmount(owed)} USDT that members have paid for (payments: ${payments}): fill it under Pools`,
      at: since,
    },
  ]
}
