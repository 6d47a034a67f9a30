import type { Response } from '@btbc/contract/endpoint.ts'
import { coveredAmount, lockIncome, type LockIncome } from '@btbc/contract/lock-income.ts'
import type { listLocks, openLock } from '@btbc/contract/lock.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { LockContract } from '@btbc/database/tables.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { formatAmount, percentOf, sum } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { type Selectable, sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import {
  type Left,
  refuseShare,
  refuseTooMany,
  refuseUnpaid,
  RUNNING_MAX,
} from '#modules/earn/index.ts'
import { DAY_MS } from '#platform/durations.ts'

import { type Lock, lockOpened, lockReserved } from './lock.entries.ts'
import { lockLeft } from './lock.settings.ts'

/** The lock plan: what it offers, what a member has of it, and the sale of a lock. */

/** A lock stays for this long at least. */
export const EXIT_AFTER_MS = DAY_MS

const { USDT } = currencies

type Plan = Response<typeof listLocks>
export type LockRow = Selectable<LockContract>
type LockTerms = { days: number; dayBps: number; minimum: bigint }

export async function describePlan(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Plan> {
  const terms = await termsAt(tx, now)
  const running = await tx
    .selectFrom('lock_contract')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('state', '=', 'running')
    .orderBy('id', 'desc')
    .limit(RUNNING_MAX)
    .execute()
  const orders = running.map((row) => describeLock(row, now))
  const spot = await balanceOf(tx, memberAccount(memberId, 'change', USDT.id))
  const left = await lockLeft(tx, { memberId, now })
  return {
    orders,
    end_time: latest(orders.map((each) => each.ends_at)),
    fil_wallet: spot.available,
    history_income: await sumPaid(tx, memberId),
    incomde_rate: percentOf(terms.dayBps),
    next_income: sum(orders.map((each) => each.day_income)),
    next_at: earliest(orders.map((each) => each.next_at)),
    run_num: orders.length,
    plan_income: sum(orders.map((each) => each.plan_income)),
    available_reserve: left.pool,
    covered: coveredAmount(left.own, terms),
    days: terms.days,
    day_bps: terms.dayBps,
    min: terms.minimum,
    now,
  }
}

/** The terms that are offered now; locks keep those they were bought on. */
async function termsAt(tx: Tx, now: Date): Promise<LockTerms> {
  const row = await tx
    .selectFrom('lock_terms')
    .selectAll()
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return { days: row.days, dayBps: row.day_bps, minimum: row.minimum }
}

function describeLock(row: LockRow, now: Date): Plan['orders'][number] {
  const endsAt = endOf(row, row.days)
  return {
    id: row.id,
    amount: row.amount,
    time_left: Math.max(Math.ceil((endsAt.getTime() - now.getTime()) / 1000), 0),
    day_income: row.day_income,
    income: paidOf(row),
    plan_income: row.day_income * BigInt(row.days),
    days: row.days,
    days_paid: row.days_paid,
    started_at: row.started_at,
    next_at: row.due_at,
    ends_at: endsAt,
    exit_from: new Date(row.started_at.getTime() + EXIT_AFTER_MS),
  }
}

/** When this day of a lock has passed. A day is 24 hours, whatever the calendar says. */
export function endOf({ started_at: startedAt }: { started_at: Date }, day: number): Date {
  return new Date(startedAt.getTime() + day * DAY_MS)
}

export function paidOf(row: { day_income: bigint; days_paid: number }): bigint {
  return row.day_income * BigInt(row.days_paid)
}

async function sumPaid(tx: Tx, memberId: number): Promise<bigint> {
  const tally = await tx
    .selectFrom('earn_tally')
    .select('lock_paid')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return tally?.lock_paid ?? 0n
}

/** Sells a lock: the income of its whole term is set aside in the transaction that holds its amount. */
export async function buyLock(
  tx: Tx,
  request: {
    memberId: number
    amount: bigint | undefined
    /** The income of the whole term that was shown. */
    shown: bigint | undefined
    /** What brings the amount to Spot, when it is not there: posted with the lock. */
    bringing?: readonly Entry[]
    now: Date
  },
): Promise<Response<typeof openLock>> {
  const { memberId, amount = 0n, shown, bringing = [], now } = request
  if (amount === 0n) throw new Refusal('lock_amount_required')
  await lockMember(tx, memberId)
  const offer = await offerLock(tx, { memberId, amount, now })
  const { days, day: dayIncome, plan, left } = offer
  if (shown !== undefined && shown !== plan) throw new Refusal('terms_changed')
  await refuseTooMany(tx, 'lock_contract', memberId)
  if (bringing.length === 0) await refuseUnpaid(tx, memberId, amount)
  const covered = (units: bigint) => coveredAmount(units, offer)
  refuseShare(left, { needed: plan, covered })
  const firstAt = endOf({ started_at: now }, 1)
  const { id } = await tx
    .insertInto('lock_contract')
    .values({
      member_id: memberId,
      amount,
      day_income: dayIncome,
      days,
      started_at: now,
      due_at: firstAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const lock: Lock = { id, memberId, amount, dayIncome }
  // The house's accounts before the member's: everybody locks them in the order of their ids.
  for (const entry of [lockReserved(lock, days, now), ...bringing, lockOpened(lock, now)])
    await post(tx, entry)
  return { id, next_at: firstAt, ends_at: endOf({ started_at: now }, days) }
}

/** The terms of now, what this amount brings on them, and what of the pool is left for the member. */
export async function offerLock(
  tx: Tx,
  { memberId, amount, now }: { memberId: number; amount: bigint; now: Date },
): Promise<LockTerms & LockIncome & { left: Left }> {
  const terms = await termsAt(tx, now)
  if (amount < terms.minimum) {
    throw new Refusal('lock_minimum', { minimum: formatAmount(terms.minimum) })
  }
  return { ...terms, ...lockIncome(amount, terms), left: await lockLeft(tx, { memberId, now }) }
}

/** Income that running locks were promised and not yet paid. */
export async function sumLockPromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(day_income::numeric * (days - days_paid)), 0)::bigint as sum
    from lock_contract where state = 'running'`.execute(tx)
  return rows[0]?.sum ?? 0n
}

function latest(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((each) => each.getTime())))
}

function earliest(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.min(...times.map((each) => each.getTime())))
}
