import type { Side } from '@btbc/contract/deal-rows.ts'
import { FIAT } from '@btbc/contract/deal-rules.ts'
import type { listDeals as listDealsCall, readDeal as readDealCall } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { type PayWay, wayNames } from '@btbc/contract/payee.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import { currencies } from '@btbc/money/currency.ts'
import { sql, type SqlBool } from 'kysely'

import { displayName, type Member } from '#modules/account/index.ts'
import { readRecord } from '#modules/offer/index.ts'
import { getPayee } from '#modules/payee/index.ts'
import { sayRemark } from '#platform/remarks.ts'

import { listMessages } from './deal.messages.ts'
import { readMisuse } from './deal.misuse.ts'
import { isRated, readRatings } from './deal.rating.ts'
import { dealStates } from './deal.states.ts'
import { type DealRow, otherOf, sideNamed, sideOf } from './deal.ts'

/** Deals as their two sides see them. */

type Deals = Response<typeof listDealsCall>
type Deal = Deals['list'][number]
type Detail = Response<typeof readDealCall>

export type DealFilter = {
  currency?: number | undefined
  side?: 'buy' | 'sell' | undefined
  state?: 'running' | 'finished' | 'cancelled' | undefined
  search?: string | undefined
  before?: number | undefined
}

const states = {
  running: ['open', 'paid', 'disputed'],
  finished: ['finished', 'split'],
  cancelled: ['cancelled'],
} as const satisfies Record<string, readonly DealRow['state'][]>

export async function listDeals(
  tx: Tx,
  request: DealFilter & { memberId: number; page: number; limit: number },
): Promise<Deals> {
  const { memberId, currency, page, limit } = request
  if (currency !== undefined && currency !== currencies.USDT.id) {
    return { list: [], total: 0, page, limit }
  }
  let found = tx.selectFrom('deal').selectAll().orderBy('id', 'desc')
  if (request.before !== undefined) found = found.where('id', '<', request.before)
  if (request.search !== undefined) found = found.where('id', '=', numberIn(request.search))
  const among = ownDeals(request)
  const { rows, total } = await readPage(tx, found, request, { key: 'id', among })
  return { list: await describeAll(tx, rows, memberId), total, page, limit }
}

/** Those that the member bought, and those that they sold, in each of the states that are asked for. */
function ownDeals({ memberId, side, state }: DealFilter & { memberId: number }) {
  const bought = side === 'sell' ? [] : [sql<SqlBool>`buyer_id = ${memberId}`]
  const sold = side === 'buy' ? [] : [sql<SqlBool>`seller_id = ${memberId}`]
  const own = [...bought, ...sold]
  if (state === undefined) return own
  return own.flatMap((is) =>
    eachOf('state', states[state]).map((at) => sql<SqlBool>`${is} and ${at}`),
  )
}

/** Deals are found by their number, with or without the letter before it. */
function numberIn(search: string): number {
  const [, digits] = /^D?(\d{1,9})$/i.exec(search) ?? []
  return Number(digits ?? 0)
}

async function describeAll(tx: Tx, rows: readonly DealRow[], memberId: number): Promise<Deal[]> {
  const members = await membersOf(tx, rows)
  return rows.map((row) => describe(row, members, memberId))
}

type Known = Pick<Member, 'id' | 'mail' | 'mobile' | 'account_number' | 'is_house'>

async function membersOf(tx: Tx, rows: readonly DealRow[]): Promise<Map<number, Known>> {
  const ids = new Set(rows.flatMap((row) => [row.buyer_id, row.seller_id]))
  if (ids.size === 0) return new Map()
  const members = await tx
    .selectFrom('member')
    .select(['id', 'mail', 'mobile', 'account_number', 'is_house'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(members.map((member) => [member.id, member]))
}

const isSure = { open: 0, paid: 3, disputed: 3, finished: 1, split: 1, cancelled: 2 } as const
const detailStatus = { 0: 0, 1: 2, 2: -1, 3: 1 } as const
const steps = { 0: 2, 1: 4, 2: 2, 3: 3 } as const
const acting = { open: 'buyer', paid: 'seller', disputed: 'operator' } as const

function describe(row: DealRow, members: Map<number, Known>, memberId: number): Deal {
  const [seller, buyer] = [members.get(row.seller_id), members.get(row.buyer_id)]
  if (!seller || !buyer) throw new Error(`deal ${row.id} has a side that is nobody`)
  return {
    id: row.id,
    seller_name: displayName(seller),
    buyer_name: displayName(buyer),
    way_name: wayNames[row.way as PayWay],
    type: sideOf(row, memberId) === 'buyer' ? 'buy' : 'sell',
    is_sure: isSure[row.state],
    state: row.state,
    deal_money: row.fiat,
    fiat: FIAT,
    number: row.number,
    currency_id: currencies.USDT.id,
    price: row.price,
    create_time: row.created_at,
    update_time: row.turn_at,
    pay_time: row.paid_at,
    next: nextOf(row),
    is_simulated: seller.is_house,
  }
}

export function nextOf({ state, due_at: by }: DealRow): Deal['next'] {
  if (state === 'open' || state === 'paid' || state === 'disputed') {
    return { who: acting[state], by }
  }
  return { who: 'nobody', by: null }
}

export async function readDeal(
  tx: Tx,
  request: { memberId: number; id: number; language: Language; now: Date },
): Promise<Detail> {
  const { memberId, language, now } = request
  const row = await lookAtDeal(tx, request)
  const [deal] = await describeAll(tx, [row], memberId)
  if (!deal) throw new Refusal('deal_not_found')
  const side = sideOf(row, memberId)
  const messages = await listMessages(tx, row)
  const ratings = await readRatings(tx, row, memberId)
  const isRunning = row.closed_at === null
  return {
    ...deal,
    detail_status: detailStatus[deal.is_sure],
    step: steps[deal.is_sure],
    side,
    pay_until: row.state === 'open' ? row.due_at : null,
    payee:
      side === 'buyer' && isRunning
        ? await getPayee(tx, { memberId: row.seller_id, id: row.payee_id, language })
        : null,
    terms: row.terms,
    messages,
    evidence: evidenceOf(row, messages),
    cancel_asked_by: isRunning ? sideNamed(row.cancel_asked_by) : null,
    dispute: disputeOf(row, side),
    outcome: outcomeOf(row, language),
    ratings,
    other: await readRecord(tx, otherOf(row, memberId)),
    is_blocked: await isBlocked(tx, row, memberId),
    can: { ...rightsOf(row, side, now), rate: isRated(row) && ratings.own === null },
    timeline: timelineOf(row),
    misuse: await readMisuse(tx, { memberId, now }),
    now,
  }
}

/** Deals in which it is the caller's turn: to pay, or to confirm. */
export async function countWaiting(tx: Tx, memberId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from deal
        where buyer_id = ${memberId} and closed_at is null and state = 'open')
      + (select count(*) from deal where seller_id = ${memberId} and state = 'paid')
    )::integer as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The deal of one of its two sides; to everybody else there is none. */
export async function lookAtDeal(
  tx: Tx,
  { memberId, id }: { memberId: number; id: number },
): Promise<DealRow> {
  const row = await tx.selectFrom('deal').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row || ![row.buyer_id, row.seller_id].includes(memberId)) {
    throw new Refusal('deal_not_found')
  }
  return row
}

/** Pictures that say something: of the payment, and in messages. */
export function evidenceOf(row: DealRow, messages: Detail['messages']): Detail['evidence'] {
  const shown = messages.flatMap(({ pic, from, at }) =>
    pic === null ? [] : [{ pic, from, at, kind: 'message' as const }],
  )
  if (row.picture === null || row.paid_at === null) return shown
  return [{ pic: row.picture, from: 'buyer', at: row.paid_at, kind: 'payment' }, ...shown]
}

function disputeOf(row: DealRow, side: Side): Detail['dispute'] {
  if (row.disputed_at === null) return null
  return {
    by: sideNamed(row.disputed_by),
    own_statement: (side === 'buyer' ? row.buyer_statement : row.seller_statement) ?? '',
    at: row.disputed_at,
    decide_by: row.state === 'disputed' ? row.due_at : null,
  }
}

function outcomeOf(row: DealRow, language: Language): Detail['outcome'] {
  if (row.closed_at === null || row.to_buyer === null) return null
  return {
    buyer_number: row.to_buyer,
    seller_number: row.number - row.to_buyer,
    reason: sayRemark(row.reason, language),
    at: row.closed_at,
  }
}

async function isBlocked(tx: Tx, row: DealRow, memberId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('member_block')
    .select('blocked_at')
    .where('member_id', '=', memberId)
    .where('blocked_id', '=', otherOf(row, memberId))
    .executeTakeFirst()
  return found !== undefined
}

function rightsOf(row: DealRow, side: Side, now: Date): Omit<Detail['can'], 'rate'> {
  const allows = (event: Parameters<typeof dealStates.allows>[1]) =>
    dealStates.allows(row.state, event)
  const isInTime = row.due_at !== null && row.due_at > now
  const statement = side === 'buyer' ? row.buyer_statement : row.seller_statement
  return {
    pay: side === 'buyer' && allows('pay') && isInTime,
    cancel: side === 'buyer' && allows('cancel') && isInTime,
    confirm: side === 'seller' && allows('confirm'),
    cancel_both: allows('agree') && row.cancel_asked_by !== side,
    dispute: allows('agree') && statement === null,
    message: row.closed_at === null,
  }
}

function timelineOf(row: DealRow): Detail['timeline'] {
  const line = (at: Date | null, event: Detail['timeline'][number]['event'], by: Side | null) =>
    at === null ? [] : [{ at, event, by }]
  return [
    ...line(row.created_at, 'open', null),
    ...line(row.paid_at, 'paid', 'buyer'),
    ...line(row.disputed_at, 'disputed', sideNamed(row.disputed_by)),
    ...line(row.closed_at, row.state, null),
  ]
}
