import type { Response } from '@btbc/contract/endpoint.ts'
import type { listEarnTerms } from '@btbc/contract/operator/earn.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { percentOf, plainAmount, UNIT } from '@btbc/money/amount.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { type Effect, proposeOnce } from '#modules/review/index.ts'

import { coverOf } from './cover.ts'

/** What locks and funds are sold on: proposed by one, accepted by another, from a moment on. */

const LISTED_MAX = 200
/** A fund is never sold for less. */
const FUND_MIN = 5n * UNIT
/** A lock of less would bring less than a unit a day. */
const LOCK_MIN = 10_000n

type Terms = Response<typeof listEarnTerms>
type Asking = { effective_at: Date; reason: string; caller: OperatorCaller; now: Date }
type LockTerms = { days: number; day_bps: number; min: bigint }
type FundTerms = {
  type: number
  day: number
  rate_bps: number
  min: bigint
  max: bigint
  enable: number
  start_at: Date
}

export async function listTerms(tx: Tx, now: Date): Promise<Terms> {
  const { rows: locks } = await sql<{
    days: number
    day_bps: number
    minimum: bigint
    starts_at: Date
  }>`
    select * from lock_terms
    where starts_at >= (select max(starts_at) from lock_terms where starts_at <= ${now})
    order by starts_at limit ${LISTED_MAX}`.execute(tx)
  const funds = await tx
    .selectFrom('fund_terms')
    .innerJoin('fund_product', 'fund_product.id', 'product_id')
    .selectAll()
    .where((terms) =>
      terms(
        'effective_at',
        '>=',
        sql<Date>`coalesce((select max(known.effective_at) from fund_terms known
          where known.product_id = fund_terms.product_id and known.effective_at <= ${now}), '-infinity')`,
      ),
    )
    .orderBy('type')
    .orderBy('day')
    .orderBy('effective_at')
    .limit(LISTED_MAX)
    .execute()
  return {
    lock: locks.map(({ days, day_bps, minimum, starts_at: effective_at }) => ({
      days,
      day_bps,
      min: minimum,
      effective_at,
      is_current: effective_at <= now,
    })),
    funds: funds.map((row) => ({
      type: row.type,
      day: row.day,
      rate_bps: row.rate_bps,
      min: row.minimum,
      max: row.maximum,
      enable: row.enabled,
      start_at: row.starts_at,
      effective_at: row.effective_at,
      is_current: row.effective_at <= now,
    })),
    cover: [await coverOf(tx, 'lock', now), await coverOf(tx, 'fund', now)],
  }
}

export async function proposeLockTerms(tx: Tx, asked: LockTerms & Asking) {
  const { days, day_bps: bps, min, effective_at: from, ...who } = asked
  if (min < LOCK_MIN) throw new Refusal('invalid_request', { field: 'min' })
  return await proposeOnce(tx, {
    ...who,
    kind: 'lock.terms',
    subject: 'lock plan',
    payload: { days, bps, min: min.toString(), from: from.toISOString() },
    summary: `Lock plan: ${days} days at ${percentOf(bps)} % a day, from ${plainAmount(min)} USDT; ${since(from)}`,
  })
}

export async function proposeFundTerms(tx: Tx, asked: FundTerms & Asking) {
  const { type, day, rate_bps: bps, min, max, enable, ...rest } = asked
  const { start_at: start, effective_at: from, ...who } = rest
  if (min < FUND_MIN) throw new Refusal('invalid_request', { field: 'min' })
  if (max < min) throw new Refusal('invalid_request', { field: 'max' })
  const limits = `${plainAmount(min)} to ${plainAmount(max)} USDT`
  const terms = enable === 0 ? 'closed' : `${percentOf(bps)} % for the term, ${limits}`
  return await proposeOnce(tx, {
    ...who,
    kind: 'fund.terms',
    subject: `fund ${type}/${day}`,
    payload: {
      type,
      day,
      bps,
      enable,
      min: min.toString(),
      max: max.toString(),
      start: start.toISOString(),
      from: from.toISOString(),
    },
    summary: `Fund of ${day} days, type ${type}: ${terms}; ${since(from)}`,
  })
}

function since(from: Date): string {
  return `holds from ${from.toISOString().slice(0, 16).replace('T', ' ')} UTC, or from its acceptance when that is later`
}

const LockPayload = z.object({ days: z.int(), bps: z.int(), min: z.string(), from: z.string() })

/** From its moment on, never earlier than now: what was sold is sold. */
export const lockTermsAccepted: Effect = async (tx, { payload, now }) => {
  const { days, bps, min, from } = LockPayload.parse(payload)
  const terms = { days, day_bps: bps, minimum: BigInt(min) }
  await tx
    .insertInto('lock_terms')
    .values({ starts_at: notBefore(now, from), ...terms })
    .onConflict((conflict) => conflict.column('starts_at').doUpdateSet(terms))
    .execute()
}

const FundPayload = z.object({
  type: z.int(),
  day: z.int(),
  bps: z.int(),
  enable: z.int(),
  min: z.string(),
  max: z.string(),
  start: z.string(),
  from: z.string(),
})

/** The same of a fund; one that was not there is new. */
export const fundTermsAccepted: Effect = async (tx, { payload, now }) => {
  const { type, day, bps, enable, min, max, start, from } = FundPayload.parse(payload)
  const { id } = await tx
    .insertInto('fund_product')
    .values({ type, day })
    .onConflict((conflict) => conflict.columns(['type', 'day']).doUpdateSet({ day }))
    .returning('id')
    .executeTakeFirstOrThrow()
  const terms = {
    rate_bps: bps,
    minimum: BigInt(min),
    maximum: BigInt(max),
    enabled: enable === 1,
    starts_at: new Date(start),
  }
  await tx
    .insertInto('fund_terms')
    .values({ product_id: id, effective_at: notBefore(now, from), ...terms })
    .onConflict((conflict) => conflict.columns(['product_id', 'effective_at']).doUpdateSet(terms))
    .execute()
}

function notBefore(now: Date, from: string): Date {
  return new Date(Math.max(now.getTime(), Date.parse(from)))
}
