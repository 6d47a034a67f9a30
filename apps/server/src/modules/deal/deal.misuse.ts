import type { readDeal } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { sql } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'
import type { Wanted } from '#modules/offer/index.ts'

import { SELLER_MAIL } from './simulated-seller.ts'

/** Deals that a buyer took back, before or after saying that they paid, let run out, or falsely said to have paid. */

const LIMIT = 3
/** Of the house's own seller, within a day and in the fiat currency: it believes everybody. */
const OF_HOUSE_MOST = 3000n * UNIT
const READ_MAX = 100

type Misuse = Response<typeof readDeal>['misuse']
export type Stopped = Running & { misuse: Misuse; house: Wanted['house'] }
type Running = {
  /** Deals that have not ended. */
  running: number
  /** Whether a deal with a member ever brought them something. The house believes who says it is paid. */
  hasBought: boolean
}
type Ends = Running & { ends: Date[]; houseId: number | null; ofHouse: bigint; freeAt: Date | null }

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
    with house as materialized (select id from member where mail = ${SELLER_MAIL} and is_house)
    select place::integer,
      (select count(*) from deal
        where buyer_id = asked.id and closed_at is null)::integer as running,
      -- Without an offset it may become a set of all deals, and a join would read all members.
      exists (select from deal where buyer_id = asked.id and to_buyer > 0
        and not (select is_house from member where member.id = seller_id) offset 0) as "hasBought",
      (select id from house) as "houseId",
      coalesce(sold.fiat, 0)::bigint + coalesce(open_now.fiat, 0)::bigint as "ofHouse",
      coalesce(sold.first_at + interval '24 hours', open_now.due_at) as "freeAt",
      array(select closed_at from deal
        where buyer_id = asked.id and is_misuse and closed_at > since
        order by closed_at desc limit ${READ_MAX}) as ends
    from unnest(${asked.map(({ memberId }) => memberId)}::integer[],
        ${asked.map(({ now }) => new Date(now.getTime() - 2 * DAY_MS))}::timestamptz[])
      with ordinality asked (id, since, place),
    lateral (select sum(fiat) as fiat, min(closed_at) as first_at from deal
      where buyer_id = asked.id and seller_id = (select id from house) and state = 'finished'
        and closed_at > since + interval '24 hours') sold,
    lateral (select sum(fiat) as fiat, min(due_at) as due_at from deal
      where buyer_id = asked.id and seller_id = (select id from house)
        and closed_at is null) open_now
    order by place`.execute(tx)
  return rows.map((row, n) => judge(row, asked[n]?.now.getTime() ?? 0))
}

function judge(row: Ends, now: number): Stopped {
  const { running, hasBought, ends, houseId: sellerId, ofHouse, freeAt } = row
  const times = ends.map((at) => at.getTime())
  const last = times.find((at, index) => at - (times[index + LIMIT - 1] ?? -Infinity) < DAY_MS)
  const until = last === undefined ? -Infinity : last + DAY_MS
  const misuse = {
    count: times.filter((at) => at > now - DAY_MS).length,
    limit: LIMIT,
    until: until > now ? new Date(until) : null,
  }
  const most = OF_HOUSE_MOST
  const left = ofHouse < most ? most - ofHouse : 0n
  return { misuse, running, hasBought, house: { sellerId, most, left, until: freeAt } }
}

/** What somebody asks for, and what their own past deals let them have of it. */
export function wantedBy<Asked extends { memberId: number } & Pick<Wanted, 'fiat' | 'way'>>(
  asked: Asked,
  stopped: Stopped | undefined,
  reference: bigint,
): Wanted & Pick<Asked, 'fiat' | 'way'> {
  if (stopped === undefined) throw new Error('a buyer who was not looked at')
  const { hasBought, house } = stopped
  const { memberId, fiat, way } = asked
  return { buyerId: memberId, fiat, way, isFirst: !hasBought, house, reference }
}
