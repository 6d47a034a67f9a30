import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type {
  listEarnTerms,
  proposeFundTerms as proposeFundCall,
  proposeLockTerms as proposeLockCall,
} from '@btbc/contract/operator/earn.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { mulDiv, plainAmount, UNIT } from '@btbc/money/amount.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'
import { minuteOf } from '#platform/calendar-days.ts'

import { coverOf } from './cover.ts'
import { type FundTerms, fundTermsAt, lockTermsAt, sayFund, sayLock } from './product.terms.ts'

/** What locks and funds are sold on: proposed by one, accepted by another, from a moment on. */

const LISTED_MAX = 200
/** A fund is never sold for less. */
const FUND_MIN = 5n * UNIT
/** A lock of less would bring less than a unit a day. */
const LOCK_MIN = 10_000n
const ROUND = 100n * UNIT
const WHOLE_BPS = 10_000n

type EarnTerms = Response<typeof listEarnTerms>
type Asked<Of> = { request: Of; caller: OperatorCaller; now: Date }
type FundAsked = Request<typeof proposeFundCall>

export async function listTerms(tx: Tx, now: Date): Promise<EarnTerms> {
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

export async function proposeLockTerms(
  tx: Tx,
  { request, caller, now }: Asked<Request<typeof proposeLockCall>>,
) {
  const { days, day_bps: bps, min, effective_at: from, reason } = request
  if (min < LOCK_MIN) throw new Refusal('invalid_request', { field: 'min' })
  const before = await saidOfLock(tx, notBefore(now, from))
  const after = sayLock({ days, day_bps: bps, minimum: min })
  return await lockTermsChange.propose(tx, {
    subject: 'lock plan',
    payload: { days, bps, min: min.toString(), from: from.toISOString(), before },
    summary: `Lock plan: ${before} → ${after}; ${since(from)}. ${costs('lock', bps * days)}`,
    reason,
    caller,
    now,
  })
}

export async function proposeFundTerms(
  tx: Tx,
  { request, caller, now }: Asked<Request<typeof proposeFundCall>>,
) {
  const { type, day, enable, effective_at: from, reason } = request
  const held = await fundTermsAt(tx, { type, day, at: notBefore(now, from) })
  const { after, ...terms } = enable === 0 ? readClosing(request, held) : readSale(request)
  const cost = terms.enable === 1 ? `. ${costs('fund', terms.bps)}` : ''
  return await fundTermsChange.propose(tx, {
    subject: `fund ${type}/${day}`,
    payload: { type, day, ...terms, from: from.toISOString(), before: saidOfFund(held) },
    summary: `Fund of ${day} days, type ${type}: ${saidOfFund(held)} → ${after}; ${since(from)}${cost}`,
    reason,
    caller,
    now,
  })
}

/** What a fund was sold on stays as it is, so whoever closes it names none of that. */
function readClosing({ rate_bps, min, max, start_at }: FundAsked, held: FundTerms | undefined) {
  const named = Object.entries({ rate_bps, min, max, start_at })
  const [odd] = held ? named.flatMap(([key, it]) => (it === undefined ? [] : [key])) : ['day']
  if (odd !== undefined) throw new Refusal('invalid_request', { field: odd })
  return { after: 'closed, all else as it is', enable: 0 as const }
}

function readSale(asked: FundAsked) {
  const terms = {
    rate_bps: given(asked.rate_bps, 'rate_bps'),
    minimum: given(asked.min, 'min'),
    maximum: given(asked.max, 'max'),
    enabled: true,
    starts_at: given(asked.start_at, 'start_at'),
  }
  const { rate_bps: bps, minimum: min, maximum: max, starts_at: start } = terms
  if (min < FUND_MIN) throw new Refusal('invalid_request', { field: 'min' })
  if (max < min) throw new Refusal('invalid_request', { field: 'max' })
  return {
    after: sayFund(terms),
    enable: 1 as const,
    bps,
    min: min.toString(),
    max: max.toString(),
    start: start.toISOString(),
  }
}

function given<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Refusal('invalid_request', { field })
  return value
}

async function saidOfLock(tx: Tx, at: Date): Promise<string> {
  const held = await lockTermsAt(tx, at)
  return held ? sayLock(held) : 'new'
}

function saidOfFund(held: FundTerms | undefined): string {
  return held ? sayFund(held) : 'new'
}

/** Whoever accepts has read what holds before. */
function refuseMoved(before: string, held: string): void {
  if (held !== before) throw new Refusal('setting_moved')
}

function since(from: Date): string {
  return `holds from ${minuteOf(from)}, or from its acceptance when that is later`
}

/** Of the pool: the income of a whole term is set aside when it is bought. */
function costs(pool: 'lock' | 'fund', termBps: number): string {
  const aside = mulDiv(ROUND, BigInt(termBps), WHOLE_BPS, 'down')
  return `Each ${plainAmount(ROUND)} USDT put in sets ${plainAmount(aside)} USDT aside from pool:${pool}`
}

/** As it was said, what it takes the place of. */
const sayings = { from: z.string(), before: z.string() }

/** From its moment on, never earlier than now: what was sold is sold. */
export const lockTermsChange = defineProposal({
  kind: 'lock.terms',
  payload: z.object({ days: z.int(), bps: z.int(), min: z.string(), ...sayings }),
  async apply(tx, { payload: { days, bps, min, from, before }, now }) {
    const at = notBefore(now, new Date(from))
    refuseMoved(before, await saidOfLock(tx, at))
    const terms = { days, day_bps: bps, minimum: BigInt(min) }
    await tx
      .insertInto('lock_terms')
      .values({ starts_at: at, ...terms })
      .onConflict((conflict) => conflict.column('starts_at').doUpdateSet(terms))
      .execute()
  },
})

const ofFund = { type: z.int(), day: z.int(), ...sayings }
const FundChange = z.discriminatedUnion('enable', [
  z.object({ ...ofFund, enable: z.literal(0) }),
  z.object({
    ...ofFund,
    enable: z.literal(1),
    bps: z.int(),
    min: z.string(),
    max: z.string(),
    start: z.string(),
  }),
])

/** The same of a fund; one that was not there is new, and one that is closed keeps its terms. */
export const fundTermsChange = defineProposal({
  kind: 'fund.terms',
  payload: FundChange,
  async apply(tx, { payload: asked, now }) {
    const { type, day, enable, from, before } = asked
    const at = notBefore(now, new Date(from))
    const held = await fundTermsAt(tx, { type, day, at })
    refuseMoved(before, saidOfFund(held))
    const { id } = await tx
      .insertInto('fund_product')
      .values({ type, day })
      .onConflict((conflict) => conflict.columns(['type', 'day']).doUpdateSet({ day }))
      .returning('id')
      .executeTakeFirstOrThrow()
    const terms = enable === 0 ? closed(asked, held) : saleOf(asked)
    await tx
      .insertInto('fund_terms')
      .values({ product_id: id, effective_at: at, ...terms })
      .onConflict((conflict) => conflict.columns(['product_id', 'effective_at']).doUpdateSet(terms))
      .execute()
  },
})

function closed({ type, day }: z.output<typeof FundChange>, held: FundTerms | undefined) {
  if (!held) throw new Error(`a fund ${type}/${day} that was never sold is closed`)
  return { ...held, enabled: false }
}

type Sale = Extract<z.output<typeof FundChange>, { enable: 1 }>

function saleOf({ bps, min, max, start }: Sale): FundTerms {
  return {
    rate_bps: bps,
    minimum: BigInt(min),
    maximum: BigInt(max),
    enabled: true,
    starts_at: new Date(start),
  }
}

function notBefore(now: Date, from: Date): Date {
  return from < now ? now : from
}
