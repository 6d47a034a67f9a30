import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

/**
 * Orders whose provider said nothing: it is asked, since a word of it may be lost. Nobody knows which of
 * them are paid, so those of one member wait for each other and not for those of others, and what was asked
 * about least comes first. Some days of silence later nobody is asked any more.
 */

export const FIRST_ASK_MS = MINUTE_MS
const ASKED_AT_ONCE = 10
const ASK_MS_MAX = DAY_MS
const ASKS_MAX = 16
/** Of those that were asked about as often: many more than one turn asks about. */
const LOOKED_AT = 200

/** Claims orders whose provider was silent for long, by moving their next time on. */
export async function claimSilent(tx: Tx, wallNow: Date): Promise<string[]> {
  const { rows } = await sql<{ order_no: string }>`
    with due as (
      select silent.* from generate_series(0, ${ASKS_MAX}::integer - 1) as often cross join lateral (
        select id, member_id, asks, ask_at from gateway_order
        where asks = often and ask_at <= ${wallNow} order by ask_at limit ${LOOKED_AT}
      ) silent
    ), placed as (
      select *, row_number() over (partition by member_id order by asks, ask_at) as turn from due
    ), claimed as (
      select id from gateway_order where id in (
        select id from placed order by turn, asks, ask_at limit ${ASKED_AT_ONCE}
      ) for update skip locked
    )
    update gateway_order set asks = asks + 1,
      ask_at = case when asks + 1 < ${ASKS_MAX} then ${wallNow}::timestamptz
        + least(${ASK_MS_MAX}, ${MINUTE_MS} * 2 ^ asks) * interval '1 ms' end
    where id in (select id from claimed) returning order_no`.execute(tx)
  return rows.map((row) => row.order_no)
}

const UNPAID_MAX = 10

/** Each order that nobody pays is asked about for days: one member leaves so many a day. */
export async function refuseUnpaidMany(tx: Tx, memberId: number, now: Date): Promise<void> {
  const unpaid = await tx
    .selectFrom('gateway_order')
    .select('closed_at')
    .where('member_id', '=', memberId)
    .where('remark', '=', 'expired')
    .where('closed_at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('closed_at', 'desc')
    .limit(UNPAID_MAX)
    .execute()
  const oldest = unpaid.at(UNPAID_MAX - 1)?.closed_at
  if (!oldest) return
  const until = new Date(oldest.getTime() + DAY_MS)
  throw new Refusal('deposits_unpaid', { limit: UNPAID_MAX, until: until.toISOString() })
}
