import type { Response } from '@btbc/contract/endpoint.ts'
import type { readCheckIn } from '@btbc/contract/points.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'

import { lockMember } from '#modules/account/index.ts'

import { dateOf, dayIn, isZone } from '#platform/calendar-days.ts'
import { checkInGiven } from './points.entries.ts'
import { findStanding, heldBy, readTerms, type Standing } from './points.ts'

/**
 * The check-in: once for each day of the member's calendar, by the server's clock. Days of a member
 * only go up, whatever zone they say they are in: who travels, or says so, is ahead by one day at most.
 */

const ROW = 7
const WITHOUT_ZONE = 'UTC'

type Row = Response<typeof readCheckIn>

type Asked = { memberId: number; zone: string | undefined; now: Date }

export async function describeCheckIn(tx: Tx, asked: Asked): Promise<Row> {
  const { week } = await readTerms(tx)
  const standing = await findStanding(tx, asked.memberId)
  const zone = zoneOf(asked, standing)
  return describe(standing, { zone, today: dayIn(zone, asked.now), week })
}

export async function checkIn(
  tx: Tx,
  asked: Asked & {
    /** The day that was shown. */
    date: string | undefined
  },
): Promise<Row> {
  const { memberId, now } = asked
  const member = await lockMember(tx, memberId)
  if (member.verified_at === null) throw new Refusal('not_verified')
  if (member.rewards_held_at !== null) throw new Refusal('rewards_held')
  const standing = await findStanding(tx, memberId)
  const zone = zoneOf(asked, standing)
  const today = dayIn(zone, now)
  const date = dateOf(today)
  if (asked.date !== undefined && asked.date !== date) throw new Refusal('check_in_day_over')
  refuseDone(standing, today)
  const { week, rate } = await readTerms(tx)
  const before = streakOf(standing, today)
  const points = BigInt(week[before % ROW] ?? 0)
  const given = (standing?.given ?? 0n) + points
  const next = { given, day: today, zone, streak: before + 1 }
  const saved = await tx
    .insertInto('point_standing')
    .values({ member_id: memberId, ...next })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(next))
    .returningAll()
    .executeTakeFirstOrThrow()
  await post(tx, checkInGiven({ memberId, points, btbc: points * rate, date }, now))
  return describe(saved, { zone, today, week })
}

function zoneOf({ zone }: Asked, standing: Standing | undefined): string {
  if (zone === undefined) return standing?.zone ?? WITHOUT_ZONE
  if (!isZone(zone)) throw new Refusal('invalid_request', { field: 'zone' })
  return zone
}

function refuseDone(standing: Standing | undefined, today: number): void {
  if (!standing || standing.day < today) return
  if (standing.day === today) throw new Refusal('check_in_done')
  throw new Refusal('check_in_clock_back', { date: dateOf(standing.day) })
}

/** How many days in a row there are behind this one, or up to it when it is done. */
function streakOf(standing: Standing | undefined, today: number): number {
  return standing && standing.day >= today - 1 ? standing.streak : 0
}

function describe(
  standing: Standing | undefined,
  { zone, today, week }: { zone: string; today: number; week: readonly number[] },
): Row {
  const streak = streakOf(standing, today)
  const isDone = standing !== undefined && standing.day >= today
  const day = ((isDone ? streak - 1 : streak) % ROW) + 1
  return {
    day,
    streak,
    points_today: week[day - 1] ?? 0,
    signed_today: isDone,
    week: week.map((points, index) => {
      const each = index + 1
      return { day: each, points, done: each < day || (each === day && isDone) }
    }),
    points: Number(heldBy(standing)),
    date: dateOf(today),
    zone,
  }
}
