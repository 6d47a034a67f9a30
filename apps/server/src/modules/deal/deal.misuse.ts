import type { readDeal } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** Deals that a buyer let run out, or said to have paid and had not. */

const DAY_MS = 24 * 60 * 60 * 1000
const LIMIT = 3
const READ_MAX = 100

type Misuse = Response<typeof readDeal>['misuse']
export type Stopped = Misuse & { running: number }
type Ends = { running: number; ends: Date[] }

/** So many within a day stop new deals for a day after the last of them. */
export async function readMisuse(
  tx: Tx,
  request: { memberId: number; now: Date },
): Promise<Misuse> {
  const [stopped] = await readStopped(tx, [request])
  if (!stopped) throw new Error('a member without a count')
  const { running: _, ...misuse } = stopped
  return misuse
}

/** As `readMisuse`, of many, and how many deals each has that have not ended: what bounds a new one. */
export async function readStopped(
  tx: Tx,
  asked: readonly { memberId: number; now: Date }[],
): Promise<Stopped[]> {
  const { rows } = await sql<Ends & { place: number }>`
    select place::integer,
      (select count(*) from deal
        where buyer_id = asked.id and closed_at is null)::integer as running,
      array(select closed_at from deal
        where buyer_id = asked.id and is_misuse and closed_at > since
        order by closed_at desc limit ${READ_MAX}) as ends
    from unnest(${asked.map(({ memberId }) => memberId)}::integer[],
        ${asked.map(({ now }) => new Date(now.getTime() - 2 * DAY_MS))}::timestamptz[])
      with ordinality asked (id, since, place) order by place`.execute(tx)
  return rows.map((row, n) => judge(row, asked[n]?.now.getTime() ?? 0))
}

function judge({ running, ends }: Ends, now: number): Stopped {
  const times = ends.map((at) => at.getTime())
  const last = times.find((at, index) => at - (times[index + LIMIT - 1] ?? -Infinity) < DAY_MS)
  const until = last === undefined ? -Infinity : last + DAY_MS
  return {
    count: times.filter((at) => at > now - DAY_MS).length,
    limit: LIMIT,
    until: until > now ? new Date(until) : null,
    running,
  }
}
