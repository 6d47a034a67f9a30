import type { readDeal } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'

/** Deals that a buyer took back, let run out, or said to have paid and had not. */

const LIMIT = 3
const READ_MAX = 100

type Misuse = Response<typeof readDeal>['misuse']
export type Stopped = Running & { misuse: Misuse }
type Running = {
  /** Deals that have not ended. */
  running: number
  /** Whether a deal with a member ever brought them something. The house believes who says it is paid. */
  hasBought: boolean
}
type Ends = Running & { ends: Date[] }

/** So many within a day stop new deals for a day after the last of them. */
export async function readMisuse(
  tx: Tx,
  request: { memberId: number; now: Date },
): Promise<Misuse> {
  const [stopped] = await readStopped(tx, [request])
  if (!stopped) throw new Error('a member without a count')
  return stopped.misuse
}

/** As `readMisuse`, of many, and what else bounds a new deal of each. */
export async function readStopped(
  tx: Tx,
  asked: readonly { memberId: number; now: Date }[],
): Promise<Stopped[]> {
  const { rows } = await sql<Ends & { place: number }>`
    select place::integer,
      (select count(*) from deal
        where buyer_id = asked.id and closed_at is null)::integer as running,
      -- Without an offset it may become a set of all deals, and a join would read all members.
      exists (select from deal where buyer_id = asked.id and to_buyer > 0
        and not (select is_house from member where member.id = seller_id) offset 0) as "hasBought",
      array(select closed_at from deal
        where buyer_id = asked.id and is_misuse and closed_at > since
        order by closed_at desc limit ${READ_MAX}) as ends
    from unnest(${asked.map(({ memberId }) => memberId)}::integer[],
        ${asked.map(({ now }) => new Date(now.getTime() - 2 * DAY_MS))}::timestamptz[])
      with ordinality asked (id, since, place) order by place`.execute(tx)
  return rows.map((row, n) => judge(row, asked[n]?.now.getTime() ?? 0))
}

function judge({ running, hasBought, ends }: Ends, now: number): Stopped {
  const times = ends.map((at) => at.getTime())
  const last = times.find((at, index) => at - (times[index + LIMIT - 1] ?? -Infinity) < DAY_MS)
  const until = last === undefined ? -Infinity : last + DAY_MS
  const misuse = {
    count: times.filter((at) => at > now - DAY_MS).length,
    limit: LIMIT,
    until: until > now ? new Date(until) : null,
  }
  return { misuse, running, hasBought }
}
