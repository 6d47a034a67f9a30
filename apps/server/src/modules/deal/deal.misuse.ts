import type { readDeal } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** Deals that a buyer let run out, or said to have paid and had not. */

const DAY_MS = 24 * 60 * 60 * 1000
const LIMIT = 3
const READ_MAX = 100

type Misuse = Response<typeof readDeal>['misuse']

/** So many within a day stop new deals for a day after the last of them. */
export async function readMisuse(
  tx: Tx,
  request: { memberId: number; now: Date },
): Promise<Misuse> {
  const { running: _, ...misuse } = await readStopped(tx, request)
  return misuse
}

/** As `readMisuse`, and how many deals the buyer has that have not ended: what bounds a new one. */
export async function readStopped(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Misuse & { running: number }> {
  const { rows } = await sql<{ running: number; ends: Date[] }>`
    select
      (select count(*) from deal
        where buyer_id = ${memberId} and closed_at is null)::integer as running,
      array(select closed_at from deal
        where buyer_id = ${memberId} and is_misuse
          and closed_at > ${new Date(now.getTime() - 2 * DAY_MS)}
        order by closed_at desc limit ${READ_MAX}) as ends`.execute(tx)
  const { running, ends } = rows[0] ?? { running: 0, ends: [] }
  const times = ends.map((at) => at.getTime())
  const last = times.find((at, index) => at - (times[index + LIMIT - 1] ?? -Infinity) < DAY_MS)
  const until = last === undefined ? -Infinity : last + DAY_MS
  return {
    count: times.filter((at) => at > now.getTime() - DAY_MS).length,
    limit: LIMIT,
    until: until > now.getTime() ? new Date(until) : null,
    running,
  }
}
