import { CountedRefusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { callOperators } from '#modules/operator/index.ts'
import { formatPlain } from '#modules/rail/index.ts'
import { DAY_MS, HOUR_MS } from '#platform/durations.ts'
import { settingAt } from '#platform/settings.ts'

import { houseLimits } from './limits.settings.ts'

/**
 * What leaves the house of all members together has an end by the hour and by the day: whatever goes
 * wrong empties it slowly, and operators hear of it at half.
 */

type At = { now: Date; wallNow: Date }
type Window = { name: 'hour' | 'day'; most: bigint; ms: number }
type Share = 'half' | 'full'

/**
 * One withdrawal after the other, so that many at once see each other. Refused with when there is room
 * for this one again; that operators were told is kept. Nothing is written before it is asked.
 */
export async function refuseOverHouseLimit(tx: Tx, worth: bigint, at: At): Promise<void> {
  const told = await tx.selectFrom('house_limit').selectAll().forUpdate().executeTakeFirstOrThrow()
  const limits = await settingAt(tx, houseLimits, at.now)
  const windows: Window[] = [
    { name: 'hour', most: limits.hour, ms: HOUR_MS },
    { name: 'day', most: limits.day, ms: DAY_MS },
  ]
  const tell = async (share: Share, window: Window) => {
    const before = told[`${window.name}_${share}_told_at`]
    if (before !== null && before.getTime() > at.wallNow.getTime() - window.ms) return
    await tellOperators(tx, share, window, at.wallNow)
  }
  for (const window of windows) {
    const used = await leftWithin(tx, window, at.now)
    if (used + worth > window.most) {
      await tell('full', window)
      const until = await opensAt(tx, window, worth, at.now)
      throw new CountedRefusal('withdrawal_house_limit', { until: until.toISOString() })
    }
    if ((used + worth) * 2n >= window.most) await tell('half', window)
  }
}

/** What still may leave of all members together. */
export async function houseLeft(tx: Tx, now: Date): Promise<bigint> {
  const limits = await settingAt(tx, houseLimits, now)
  const inHour = limits.hour - (await leftWithin(tx, { ms: HOUR_MS }, now))
  const inDay = limits.day - (await leftWithin(tx, { ms: DAY_MS }, now))
  const left = inHour < inDay ? inHour : inDay
  return left > 0n ? left : 0n
}

/** All that left or waits to leave; between members nothing does. */
const leaving = (since: Date) => sql`
  select worth, created_at from withdrawal
  where created_at > ${since} and recipient_id is null and state not in ('rejected', 'cancelled')
  union all
  select amount, created_at from bank_withdrawal
  where created_at > ${since} and state not in ('rejected', 'cancelled')`

async function leftWithin(tx: Tx, { ms }: Pick<Window, 'ms'>, now: Date): Promise<bigint> {
  const since = new Date(now.getTime() - ms)
  const { rows } = await sql<{ total: bigint }>`
    select coalesce(sum(worth), 0) as total from (${leaving(since)}) each`.execute(tx)
  return rows[0]?.total ?? 0n
}

/** When so much has left the window that this one fits: all that is younger than what goes then. */
async function opensAt(tx: Tx, window: Window, worth: bigint, now: Date): Promise<Date> {
  const since = new Date(now.getTime() - window.ms)
  const { rows } = await sql<{ at: Date | null }>`
    select min(created_at) as at from (
      select created_at, sum(worth) over (order by created_at desc) - worth as younger
      from (${leaving(since)}) each
    ) line where younger + ${worth} <= ${window.most}`.execute(tx)
  return new Date((rows[0]?.at ?? now).getTime() + window.ms)
}

async function tellOperators(tx: Tx, share: Share, window: Window, wallNow: Date): Promise<void> {
  const { name, most } = window
  const how = share === 'full' ? 'all' : 'half'
  const subject = `${how} of what may leave in one ${name} is asked for`
  const text = `Withdrawals of all members together have reached ${how} of ${formatPlain(most)} USDT within one ${name}. Look at who withdraws; the limits are under Settings.`
  await callOperators(tx, { subject, text, now: wallNow })
  const told = { [`${name}_${share}_told_at`]: wallNow }
  await tx.updateTable('house_limit').set(told).execute()
}
