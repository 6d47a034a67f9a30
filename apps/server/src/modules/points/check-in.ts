import type { Response } from '@btbc/contract/endpoint.ts'
import { checkIn } from '@btbc/contract/points.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import type { Entry } from '@btbc/ledger/post.ts'
import { sql } from 'kysely'

import { lockMembers } from '#modules/account/index.ts'
import { dateOf, dayIn, isZone } from '#platform/calendar-days.ts'
import { type Asked, bookAfforded, findOutcomes } from '#platform/keyed-batch.ts'
import type { StoredAnswers } from '#platform/stored-answers.ts'
import { type Outcome, refused } from '#platform/together.ts'

import { checkInGiven } from './points.entries.ts'
import { findStanding, findStandings, heldBy, type Standing } from './points.ts'

/**
 * The check-in: once for each day of the member's calendar, by the server's clock. Days of a member
 * only go up, whatever zone they say they are in: who travels, or says so, is ahead by one day at most.
 */

const ROW = 7
const WITHOUT_ZONE = 'UTC'

const { response } = checkIn
export type CheckedIn = Response<typeof checkIn>

type Whose = { memberId: number; zone: string | undefined; now: Date }

export async function describeCheckIn(tx: Tx, asked: Whose): Promise<CheckedIn> {
  const { week, pauses } = await readCheckInTerms(tx)
  const standing = await findStanding(tx, asked.memberId)
  const zone = zoneOf(asked, standing)
  return describe(standing, { zone, today: dayIn(zone, asked.now), week, pauses })
}

export type CheckIn = Asked &
  Whose & {
    /** The day that was shown. */
    date: string | undefined
  }

type Saved = Standing & { points: bigint }
type Planned = { asked: CheckIn; saved: Saved; answer: CheckedIn; entries: readonly Entry[] }
type Terms = Awaited<ReturnType<typeof readCheckInTerms>>

async function readCheckInTerms(tx: Tx) {
  const { pauses, ...terms } = await tx
    .selectFrom('point_terms')
    .selectAll()
    .select(
      sql<{ since: string; until: string }[]>`(
        select coalesce(json_agg(pause order by since), '[]') from check_in_pause pause
      )`.as('pauses'),
    )
    .executeTakeFirstOrThrow()
  return {
    ...terms,
    pauses: pauses.map(({ since, until }) => ({ since: new Date(since), until: new Date(until) })),
  }
}

/** Check-ins of members, each once, in one transaction: all take from the same pools. */
export async function checkInAll(
  tx: Tx,
  batch: readonly CheckIn[],
  { waits, storedAnswers }: { waits: boolean; storedAnswers?: StoredAnswers },
): Promise<Outcome<CheckedIn>[]> {
  const members = batch.map(({ memberId }) => memberId)
  const locked = await lockMembers(tx, members, { waits })
  const outcomeOf = await findOutcomes(tx, batch, { locked, response, storedAnswers })
  const standings = await findStandings(tx, members)
  const terms = await readCheckInTerms(tx)
  const plans = batch.map((asked): Planned | Outcome<CheckedIn> => {
    const known = outcomeOf(asked)
    if (known) return known
    const member = locked.get(asked.memberId)
    if (member?.isVerified !== true) return refused(new Refusal('not_verified'))
    if (member.areRewardsHeld) return refused(new Refusal('rewards_held'))
    try {
      return plan(asked, standings.get(asked.memberId), terms)
    } catch (error) {
      if (error instanceof Refusal) return refused(error)
      throw error
    }
  })
  return await bookAfforded(tx, plans, {
    response,
    storedAnswers,
    answerOf: ({ answer }) => answer,
    rowsOf: (given) => [standingsKept(given.map(({ saved }) => saved))],
  })
}

function plan(asked: CheckIn, standing: Standing | undefined, terms: Terms): Planned {
  const { memberId, now } = asked
  const { week, rate, pauses } = terms
  const zone = zoneOf(asked, standing)
  const today = dayIn(zone, now)
  const date = dateOf(today)
  if (asked.date !== undefined && asked.date !== date) throw new Refusal('check_in_day_over')
  refuseDone(standing, today)
  const before = streakOf(standing, { zone, today, pauses })
  const points = BigInt(week[before % ROW] ?? 0)
  const { given = 0n, exchanged = 0n } = standing ?? {}
  const next = { member_id: memberId, given: given + points, exchanged, zone }
  const saved = { ...next, points, day: today, streak: before + 1 }
  const entries = [checkInGiven({ memberId, points, btbc: points * rate, date }, now)]
  return { asked, saved, answer: describe(saved, { zone, today, week, pauses }), entries }
}

/** Nobody else writes to the row of a member who is locked. */
function standingsKept(saved: readonly Saved[]): Fragment {
  return {
    name: 'checked_in',
    text: `insert into point_standing (member_id, given, day, zone, streak)
      select * from unnest($1::integer[], $2::bigint[], $3::integer[], $4::text[], $5::integer[])
      on conflict (member_id) do update set given = excluded.given, day = excluded.day,
        zone = excluded.zone, streak = excluded.streak`,
    values: [
      saved.map((each) => each.member_id),
      saved.map((each) => each.given),
      saved.map((each) => each.day),
      saved.map((each) => each.zone),
      saved.map((each) => each.streak),
    ],
  }
}

function zoneOf({ zone }: Whose, standing: Standing | undefined): string {
  if (zone === undefined) return standing?.zone ?? WITHOUT_ZONE
  if (!isZone(zone)) throw new Refusal('invalid_request', { field: 'zone' })
  return zone
}

function refuseDone(standing: Standing | undefined, today: number): void {
  if (!standing || standing.day < today) return
  if (standing.day === today) throw new Refusal('check_in_done')
  throw new Refusal('check_in_clock_back', { date: dateOf(standing.day) })
}

type Today = Pick<Terms, 'pauses'> & { zone: string; today: number }

/**
 * How many days in a row there are behind this one, or up to it when it is done. What ended while the
 * house stood still is passed over, as far as the row had come by then.
 */
function streakOf(standing: Standing | undefined, { zone, today, pauses }: Today): number {
  if (!standing) return 0
  let last = standing.day
  for (const { since, until } of pauses) {
    if (last >= dayIn(zone, since) - 1) last = Math.max(last, dayIn(zone, until) - 1)
  }
  return last >= today - 1 ? standing.streak : 0
}

function describe(
  standing: Standing | undefined,
  { week, ...at }: Today & Pick<Terms, 'week'>,
): CheckedIn {
  const { zone, today } = at
  const streak = streakOf(standing, at)
  const isDone = standing !== undefined && standing.day >= today
  const place = ((isDone ? streak - 1 : streak) % ROW) + 1
  return {
    day: place,
    streak,
    points_today: week[place - 1] ?? 0,
    signed_today: isDone,
    week: week.map((points, index) => {
      const each = index + 1
      return { day: each, points, done: each < place || (each === place && isDone) }
    }),
    points: Number(heldBy(standing)),
    date: dateOf(today),
    zone,
  }
}
