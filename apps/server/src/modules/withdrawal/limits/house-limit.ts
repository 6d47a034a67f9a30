import { CountedRefusal, Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { formatAmount, plainAmount } from '@btbc/money/amount.ts'
import { type RawBuilder, sql } from 'kysely'

import { callOperators } from '#modules/operator/index.ts'
import type { At } from '#platform/clock.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'
import { settingAt } from '#platform/settings.ts'

import { houseLimits } from './limits.settings.ts'

/**
 * What leaves the house of all members together has an end by the hour and by the day: whatever goes
 * wrong empties it slowly, and operators hear of it at half. What waits for an address or for people
 * takes no room. Whatever is let go takes a place: now, or when there is room again.
 */

type Window = { name: 'hour' | 'day'; most: bigint; ms: number }
type Share = 'half' | 'full'
/** One that has a place already gives way only to those whose turn has come, too. */
type Leaver = { worth: bigint; id?: number; leaves_at?: Date | null }

/**
 * What is more than may leave in an hour never would. Otherwise refused with when there is room for this
 * one again; that operators were told is kept. Nothing is written before it is asked.
 */
export async function refuseOverHouseLimit(
  tx: Tx,
  { worth, leavesNow }: { worth: bigint; leavesNow: boolean },
  at: At,
): Promise<void> {
  const { hour } = await settingAt(tx, houseLimits, at.now)
  if (worth > hour) throw new Refusal('withdrawal_maximum', { maximum: formatAmount(hour) })
  if (!leavesNow) return
  const until = await placeFor(tx, { worth }, at)
  if (until <= at.now) return
  throw new CountedRefusal('withdrawal_house_limit', { until: until.toISOString() })
}

/**
 * From when on it may leave. One after the other, so that many at once see each other. What was asked
 * for before a limit was lowered below its worth goes on, alone.
 */
export async function placeFor(tx: Tx, leaver: Leaver, at: At): Promise<Date> {
  const told = await tx.selectFrom('house_limit').selectAll().forUpdate().executeTakeFirstOrThrow()
  const tell = async (share: Share, window: Window) => {
    const before = told[`${window.name}_${share}_told_at`]
    if (before !== null && before.getTime() > at.wallNow.getTime() - window.ms) return
    await tellOperators(tx, share, window, at.wallNow)
  }
  let opens = at.now
  for (const window of await windowsAt(tx, at.now)) {
    const { most } = window
    const others = leavingBeside(leaver, window, at.now)
    const used = await sumOf(tx, others)
    const asked = used + leaver.worth
    if (asked > most) await tell('full', window)
    else if (asked * 2n >= most) await tell('half', window)
    const worth = leaver.worth < most ? leaver.worth : most
    if (used + worth <= most) continue
    const until = await opensAt(tx, others, { ...window, worth, now: at.now })
    if (until > opens) opens = until
  }
  return opens
}

/** What may be asked for, and what of all members together still may leave now. */
export async function houseLeft(tx: Tx, now: Date): Promise<{ most: bigint; left: bigint }> {
  const windows = await windowsAt(tx, now)
  const [{ most }] = windows
  let least = most
  for (const window of windows) {
    const left = window.most - (await sumOf(tx, leavingBeside({ worth: 0n }, window, now)))
    if (left < least) least = left
  }
  return { most, left: least < 0n ? 0n : least }
}

async function windowsAt(tx: Tx, now: Date): Promise<[hour: Window, day: Window]> {
  const { hour, day } = await settingAt(tx, houseLimits, now)
  return [
    { name: 'hour', most: hour, ms: HOUR_MS },
    { name: 'day', most: day, ms: DAY_MS },
  ]
}

type Leaving = RawBuilder<{ worth: bigint; at: Date }>

/** All that was let go or has its place by now; between members nothing leaves. */
function leavingBeside({ id, leaves_at: place }: Leaver, { ms }: Window, now: Date): Leaving {
  const since = new Date(now.getTime() - ms)
  const others = id === undefined || !place ? sql`true` : sql`id <> ${id} and leaves_at <= ${now}`
  return sql<{ worth: bigint; at: Date }>`
    select worth, leaves_at as at from withdrawal
    where leaves_at > ${since} and state not in ('rejected', 'cancelled') and ${others}
    union all
    select amount, ended_at from bank_withdrawal where ended_at > ${since} and state = 'done'`
}

async function sumOf(tx: Tx, leaving: Leaving): Promise<bigint> {
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(worth), 0) as total from (${leaving}) each`.execute(tx)
  return rows[0]?.total ?? 0n
}

/** When so much has left the window that this one fits: all that is younger than what goes then. */
async function opensAt(
  tx: Tx,
  leaving: Leaving,
  { most, ms, worth, now }: Window & { worth: bigint; now: Date },
): Promise<Date> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(at) as at from (
      select at, sum(sum(worth)) over (order by at desc) - sum(worth) as younger
      from (${leaving}) each group by at
    ) line where younger + ${worth} <= ${most}`.execute(tx)
  return new Date((rows[0]?.at ?? now).getTime() + ms)
}

async function tellOperators(tx: Tx, share: Share, window: Window, wallNow: Date): Promise<void> {
  const { name, most } = window
  const how = share === 'full' ? 'all' : 'half'
  const subject = `${how} of what may leave in one ${name} is asked for`
  const text = `Withdrawals of all members together have reached ${how} of ${plainAmount(most)} USDT within one ${name}. Look at who withdraws; the limits are under Settings.`
  await callOperators(tx, { subject, text, now: wallNow })
  const told = { [`${name}_${share}_told_at`]: wallNow }
  await tx.updateTable('house_limit').set(told).execute()
}
