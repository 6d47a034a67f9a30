import type { Tx } from '@btbc/database/database.ts'
import { afford } from '@btbc/ledger/afford.ts'
import type { Fragment } from '@btbc/ledger/fragment.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { sql } from 'kysely'

import { getMember, lockMember } from '#modules/account/index.ts'
import { DAY_MS } from '#platform/durations.ts'
import { settingsAt } from '#platform/settings.ts'
import { transitionAll } from '#platform/state-machine.ts'

import { inviteReward, inviteRuns } from './team.settings.ts'
import { moveLapses, STOOD_MS } from './team.standstill.ts'
import { referralStates } from './team.states.ts'
import { type Referral, rewardLapsed, rewardPaid, rewardPromised } from './team.entries.ts'

/** What an inviter is promised for an invitee: reserved at once, paid after its first runs. */

const BATCH = 100

/** What the member is given besides, and the row in which that stands. */
export type Grant = { entry: Entry; row: Fragment }

type Joining = {
  /** Nobody, when nobody brought them. */
  inviterId: number | null
  inviteeId: number
  grant?: Grant
  now: Date
}

/**
 * Promises an inviter their reward, once, by the rules of now, whatever they are when it is earned. A
 * pool being short is no reason to turn a member away: then nobody is promised anything, or nothing is
 * given. All who join wait for these pools, so both are posted in one statement, and nothing else is
 * asked before the commit.
 */
export async function promiseReferral(
  tx: Tx,
  joining: Joining,
): Promise<{ promised: boolean; granted: boolean }> {
  const { inviterId, inviteeId, grant, now } = joining
  const known = await tx
    .selectFrom('referral')
    .select('state')
    .where('invitee_id', '=', inviteeId)
    .executeTakeFirst()
  const [reward, counted] = await settingsAt(tx, [inviteReward, inviteRuns], now)
  const rules = { ...reward, ...counted }
  const referral =
    inviterId === null || known ? undefined : { inviterId, inviteeId, launches: rules.launches }
  const promise = referral && rewardPromised(referral, now)
  const wanted = [grant?.entry, promise].flatMap((entry) => entry ?? [])
  const { short } = await afford(
    tx,
    wanted.map((entry) => [entry]),
  )
  const posted = new Set(wanted.filter((_, n) => short[n] === undefined))
  const isPosted = (entry: Entry | undefined) => entry !== undefined && posted.has(entry)
  const promised = isPosted(promise)
  const granted = isPosted(grant?.entry)
  const rows = [
    ...(referral ? [referralOpened({ ...referral, promised, rules, now })] : []),
    ...(grant && granted ? [grant.row] : []),
  ]
  await postBatch(tx, [...posted], rows)
  const wasPromised = known !== undefined && known.state !== 'unfunded'
  return { promised: promised || wasPromised, granted }
}

type Rules = { day: number; lapse: number; runs: number }

function referralOpened(
  opened: Referral & { promised: boolean; rules: Rules; now: Date },
): Fragment {
  const { inviteeId, inviterId, launches, promised, rules, now } = opened
  return {
    name: 'referral_opened',
    text: `insert into referral (invitee_id, inviter_id, launches, per_day, runs, state, joined_at,
        lapses_at, stood_ms)
      values ($1::integer, $2::integer, $3::integer, $4::integer, $5::integer, $6::text,
        $7::timestamptz, $8::timestamptz, ${STOOD_MS})`,
    values: [
      inviteeId,
      inviterId,
      launches,
      rules.day,
      rules.runs,
      promised ? 'promised' : 'unfunded',
      now,
      new Date(now.getTime() + rules.lapse * DAY_MS),
    ],
  }
}

/** A run of each of these members has ended, of some several: inviters who have had enough are to be paid. */
export async function earnReferrals(
  tx: Tx,
  inviteeIds: readonly number[],
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ id: number; earned: boolean }>`
    update referral set runs_ended = least(runs_ended + ended, runs)
    from (
      select id, count(*)::integer as ended from unnest(${inviteeIds}::integer[]) id group by id
    ) invitee
    where invitee_id = id and state = 'promised'
    returning id, runs_ended = runs as earned`.execute(tx)
  const earned = rows.filter((row) => row.earned).map(({ id }) => id)
  await transitionAll(tx, referralStates, earned, 'earn', { now, set: { pay_at: now } })
}

/**
 * Pays what is due to one inviter, a day (UTC) as many rewards at the most as were promised, and of
 * several promises the most; the rest waits for the next day. The caller holds the inviter's lock, or two at once would count the same rewards.
 */
export async function payReferrals(tx: Tx, inviterId: number, now: Date): Promise<void> {
  if (await holdReferrals(tx, inviterId, now)) return
  const today = new Date(Math.floor(now.getTime() / DAY_MS) * DAY_MS)
  const { paid } = await tx
    .selectFrom('referral')
    .select((row) => row.fn.countAll<bigint>().as('paid'))
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'paid')
    .where('paid_at', '>=', today)
    .executeTakeFirstOrThrow()
  const { most } = await tx
    .selectFrom('referral')
    .select((row) => row.fn.max<number | null>('per_day').as('most'))
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'due')
    .where('pay_at', '<=', now)
    .executeTakeFirstOrThrow()
  const room = Math.max(0, (most ?? 0) - Number(paid))
  const payable = await tx
    .selectFrom('referral')
    .select(['invitee_id', 'launches'])
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'due')
    .where('pay_at', '<=', now)
    .orderBy('pay_at')
    .orderBy('invitee_id')
    .limit(room)
    .forUpdate()
    .execute()
  const ids = payable.map((row) => row.invitee_id)
  await transitionAll(tx, referralStates, ids, 'pay', { now, set: { paid_at: now } })
  for (const { invitee_id: inviteeId, launches } of payable) {
    await post(tx, rewardPaid({ inviterId, inviteeId, launches }, now))
  }
  await tx
    .updateTable('referral')
    .set({ pay_at: new Date(today.getTime() + DAY_MS) })
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'due')
    .where('pay_at', '<=', now)
    .execute()
}

/** What is due to an inviter whose rewards are held stays in reserve. Answers whether they are. */
async function holdReferrals(tx: Tx, inviterId: number, now: Date): Promise<boolean> {
  const { rewards_held_at: heldAt } = await getMember(tx, inviterId)
  if (heldAt === null) return false
  const due = await tx
    .selectFrom('referral')
    .select('invitee_id')
    .where('inviter_id', '=', inviterId)
    .where('state', '=', 'due')
    .orderBy('pay_at')
    .limit(BATCH)
    .execute()
  const ids = due.map((row) => row.invitee_id)
  await transitionAll(tx, referralStates, ids, 'hold', { now })
  return true
}

/** What was held is due now, all of it, as many a day as ever. */
export async function releaseReferrals(
  tx: Tx,
  inviterIds: readonly number[],
  now: Date,
): Promise<void> {
  if (inviterIds.length === 0) return
  const held = await tx
    .selectFrom('referral')
    .select('invitee_id')
    .where('inviter_id', 'in', inviterIds)
    .where('state', '=', 'held')
    .execute()
  const ids = held.map((row) => row.invitee_id)
  await transitionAll(tx, referralStates, ids, 'release', { now, set: { pay_at: now } })
}

/** Pays the inviter who has waited longest; answers how many were served. */
export async function payNextInviter(tx: Tx, now: Date): Promise<number> {
  const next = await tx
    .selectFrom('referral')
    .select('inviter_id')
    .where('state', '=', 'due')
    .where('pay_at', '<=', now)
    .orderBy('pay_at')
    .limit(1)
    .executeTakeFirst()
  if (!next) return 0
  await lockMember(tx, next.inviter_id)
  await payReferrals(tx, next.inviter_id, now)
  return 1
}

/** Gives back what was promised for invitees who have not mined in time; an open run still counts. */
export async function lapseReferrals(tx: Tx, now: Date): Promise<number> {
  const due = await tx
    .selectFrom('referral')
    .select(['invitee_id', 'inviter_id', 'launches'])
    .where('state', '=', 'promised')
    .where('lapses_at', '<=', now)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('run')
            .select('run.id')
            .whereRef('run.member_id', '=', 'referral.invitee_id')
            .where('run.state', '=', 'open'),
        ),
      ),
    )
    .orderBy('lapses_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  if (due.length === 0) return 0
  const gone = await moveLapses(tx, due)
  const ids = gone.map((row) => row.invitee_id)
  await transitionAll(tx, referralStates, ids, 'lapse', { now })
  for (const row of gone) {
    const referral = {
      inviterId: row.inviter_id,
      inviteeId: row.invitee_id,
      launches: row.launches,
    }
    await post(tx, rewardLapsed(referral, now))
  }
  return due.length
}

/** Launches promised to inviters and not yet paid. */
export async function sumReferralPromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(launches), 0) as sum from referral where state in ('promised', 'due', 'held')`.execute(
    tx,
  )
  return rows[0]?.sum ?? 0n
}
