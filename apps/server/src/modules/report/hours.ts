import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { findCoverageBefore } from '#modules/proof/proof.ts'
import type { Queues } from '#modules/review/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

import { listWaiting } from './waiting.ts'

/** What happened in the house hour by hour, counted once each is over: a plot adds up nothing. */

export const HOURS_KEPT_MS = 40 * DAY_MS

/** A moment is read before its transaction: so long after an hour something of it can still come. */
const LATE_MS = 120_000
const HOURS_AT_ONCE = 48

/**
 * Counts a stretch of the hours that are over; answers whether these were all. The last one counted is
 * counted once more with the next, for what came later than expected, and hours that would be
 * forgotten at once are left out, however far the clock has jumped.
 */
export async function countHours(
  db: Db,
  { queues, now }: { queues: Queues; now: Date },
): Promise<boolean> {
  const over = hourOf(now.getTime() - LATE_MS)
  return await db.transaction().execute(async (tx) => {
    const last = await tx
      .selectFrom('house_hour')
      .select('hour')
      .orderBy('hour', 'desc')
      .limit(1)
      .executeTakeFirst()
    const known = last?.hour.getTime() ?? 0
    if (known + HOUR_MS >= over) return true
    const from = Math.max(known, over - HOURS_KEPT_MS + HOUR_MS)
    const until = Math.min(over, from + HOURS_AT_ONCE * HOUR_MS)
    await countStretch(tx, new Date(from), new Date(until))
    if (until < over) return false
    await look(tx, { hour: new Date(over - HOUR_MS), queues, now })
    return true
  })
}

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS
}

/** What was counted of an hour before is replaced, what was looked at then stays. */
async function countStretch(tx: Tx, from: Date, until: Date): Promise<void> {
  const within = (column: string) =>
    sql`${sql.ref(column)} >= at and ${sql.ref(column)} < at + interval '1 hour'`
  await sql`
    insert into house_hour as known (hour, members, runs, trades, deposits, withdrawals)
    select at,
      (select count(*) from member where not is_house and ${within('joined_at')}),
      (select count(*) from run where ${within('started_at')}),
      (select coalesce(sum(trades), 0) from market_candle_through mark join market_candle candle
        on candle.market_id = mark.market_id and candle.minutes = 60 and candle.at = hour.at),
      (select count(*) from deposit where state = 'credited' and ${within('credited_at')})
        + (select count(*) from gateway_order where state = 'done' and ${within('closed_at')})
        + (select count(*) from bank_deposit where state = 'done' and ${within('closed_at')}),
      (select count(*) from withdrawal
        where state = 'done' and recipient_id is null and ${within('ended_at')})
        + (select count(*) from bank_withdrawal where state = 'done' and ${within('ended_at')})
    from generate_series(
      ${from}::timestamptz, ${until}::timestamptz - interval '1 hour', interval '1 hour') hour (at)
    on conflict (hour) do update set members = excluded.members, runs = excluded.runs,
      trades = excluded.trades, deposits = excluded.deposits, withdrawals = excluded.withdrawals
    `.execute(tx)
}

/** How the house stands now, soon after the hour: who waits longest, and what is covered least. */
async function look(
  tx: Tx,
  { hour, queues, now }: { hour: Date; queues: Queues; now: Date },
): Promise<void> {
  const waiting = await listWaiting(tx, { queues, now })
  const [first] = waiting
    .flatMap(({ work, oldestAt }) => (oldestAt ? [{ work, sinceMs: oldestAt.getTime() }] : []))
    .toSorted((one, another) => one.sinceMs - another.sinceMs)
  const minutes = first && Math.max(0, Math.floor((now.getTime() - first.sinceMs) / MINUTE_MS))
  await tx
    .updateTable('house_hour')
    .set({
      covered: await leastCovered(tx, now),
      waited: minutes ?? null,
      waited_in: first?.work ?? null,
    })
    .where('hour', '=', hour)
    .execute()
}

const WHOLE = 10_000n

/** By the newest attestation, cut off; nothing where nothing is due. */
async function leastCovered(tx: Tx, now: Date): Promise<bigint | null> {
  const attested = await findCoverageBefore(tx, now)
  return (attested?.coverage ?? [])
    .map(({ owed, promised, there }) => ({ due: owed + promised, there }))
    .filter(({ due }) => due > 0n)
    .map(({ due, there }) => (there * WHOLE) / due)
    .reduce<bigint | null>((least, each) => (least === null || each < least ? each : least), null)
}
