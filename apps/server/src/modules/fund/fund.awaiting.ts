import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { post } from '@btbc/ledger/post.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'

import { lockMember, type Member } from '#modules/account/index.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'
import { claimDue, transition, transitionAll } from '#platform/state-machine.ts'

import { fundOpened, fundReleased } from './fund.entries.ts'
import { fundStates } from './fund.states.ts'

/** Purchases that wait for their payment: the yield is set aside, the amount comes within half an hour. */

export const PAY_WITHIN_MS = 30 * MINUTE_MS
/** What is set aside is kept from others: who let it go has to bring the money first for a day. */
const AFTER_LAPSE_MS = DAY_MS
const BATCH = 1000

type Request = { memberId: number; id: number; now: Date }

/**
 * One at a time, and none soon after one that was not paid; asked with the member locked. It costs nothing
 * and keeps the pool from others, so somebody has to stand behind the account.
 */
export async function refuseAside(tx: Tx, member: Member, now: Date): Promise<void> {
  if (member.verified_at === null) throw new Refusal('not_verified')
  const last = await tx
    .selectFrom('fund_contract')
    .select(['state', 'closed_at'])
    .where('member_id', '=', member.id)
    .where('state', 'in', ['awaiting', 'lapsed'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  if (!last.closed_at) throw new Refusal('fund_awaiting')
  const until = new Date(last.closed_at.getTime() + AFTER_LAPSE_MS)
  if (now < until) throw new Refusal('fund_set_aside_lately', { until: until.toISOString() })
}

/** Pays what was set aside; its term begins now, on the terms it was set aside on. */
export async function payFund(tx: Tx, request: Request): Promise<{ fetch_time: Date }> {
  const { now } = request
  const row = await getAwaiting(tx, request)
  const endsAt = new Date(now.getTime() + row.days * DAY_MS)
  const set = { started_at: now, ends_at: endsAt }
  await transition(tx, fundStates, row, 'pay', { now, set })
  await post(tx, fundOpened({ ...row, memberId: row.member_id }, now))
  return { fetch_time: endsAt }
}

/** Lets go what was set aside before its time is over. */
export async function releaseFund(tx: Tx, request: Request): Promise<Record<string, never>> {
  const { now } = request
  const row = await getAwaiting(tx, request)
  await transition(tx, fundStates, row, 'lapse', { now })
  await post(tx, fundReleased({ ...row, memberId: row.member_id }, now))
  return {}
}

async function getAwaiting(tx: Tx, { memberId, id, now }: Request) {
  await lockMember(tx, memberId)
  const row = await tx
    .selectFrom('fund_contract')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('fund_not_found')
  const isInTime = row.pay_by !== null && now < row.pay_by
  if (row.state !== 'awaiting' || !isInTime) throw new Refusal('fund_not_awaiting')
  return row
}

/** Half an hour is over: the yield goes back to the pool, for others. */
export async function lapseUnpaid(tx: Tx, { now }: { now: Date }): Promise<number> {
  const due = await claimDue(tx, fundStates, { state: 'awaiting', by: 'pay_by', now, most: BATCH })
  if (due.length === 0) return 0
  const ids = due.map(({ id }) => id)
  await transitionAll(tx, fundStates, ids, 'lapse', { now })
  await postBatch(
    tx,
    due.map((row) => fundReleased({ ...row, memberId: row.member_id }, now)),
  )
  return due.length
}
