import type { Response } from '@btbc/contract/endpoint.ts'
import { coveredByPool, fundYield } from '@btbc/contract/fund-yield.ts'
import type {
  buyFund as buyFundCall,
  listFundOffers,
  listFunds as listFundsCall,
} from '@btbc/contract/fund.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readRows } from '@btbc/database/page.ts'
import type { FundContract, FundProduct, FundTerms } from '@btbc/database/tables.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { percentOf, plainAmount } from '@btbc/money/amount.ts'
import { type Selectable, sql } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import { refuseShare, refuseTooMany, refuseUnpaid } from '#modules/earn/index.ts'
import { DAY_MS } from '#platform/durations.ts'

import { PAY_WITHIN_MS, refuseAside } from './fund.awaiting.ts'
import { fundOpened, fundReserved } from './fund.entries.ts'
import { fundLeft } from './fund.settings.ts'

/** Funds: what is on offer, what a member has bought, and the sale of one. */

const LISTED_MAX = 100
/** The funds of the list; the type is named for others. */
const FIXED_TERM = 1

type Products = Response<typeof listFundOffers>
type Purchases = Response<typeof listFundsCall>
type ProductRow = Selectable<FundProduct> & Omit<Selectable<FundTerms>, 'product_id'>

/** The numbers of the seeds. What lapsed was never paid and stands in no list. */
const statuses = { running: 0, ended: 1, awaiting: 2 } as const
type Listed = keyof typeof statuses
const listed = ['running', 'ended', 'awaiting'] as const satisfies readonly Listed[]

export async function listFunds(
  tx: Tx,
  { type = FIXED_TERM, memberId, now }: { type: number | undefined; memberId: number; now: Date },
): Promise<Products> {
  const rows = await productsAt(tx, now)
    .select((product) =>
      product
        .selectFrom('fund_contract')
        .select('state')
        .where('member_id', '=', memberId)
        .whereRef('fund_contract.product_id', '=', 'fund_product.id')
        .where('state', '<>', 'lapsed')
        .orderBy('fund_contract.id', 'desc')
        .limit(1)
        .as('newest'),
    )
    .where('type', '=', type)
    .orderBy('day')
    .limit(LISTED_MAX)
    .execute()
  const left = await fundLeft(tx, { memberId, now })
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    rate: percentOf(row.rate_bps),
    rate_bps: row.rate_bps,
    day: row.day,
    min: row.minimum,
    max: row.maximum,
    mzx: row.maximum,
    enable: row.enabled,
    start_at: row.starts_at,
    now,
    fetch_time: endOf(row, now),
    is_open: row.enabled && row.starts_at <= now,
    status: statusOf(row.newest),
    reserve_left: left.pool,
    covered: coveredByPool(left.own, row.rate_bps),
  }))
}

/** The funds with the terms they are sold on now. */
function productsAt(tx: Tx, now: Date) {
  return tx
    .selectFrom('fund_product')
    .innerJoin('fund_terms', 'fund_terms.product_id', 'fund_product.id')
    .where('effective_at', '=', (product) =>
      product
        .selectFrom('fund_terms as known')
        .select((row) => row.fn.max('known.effective_at').as('latest'))
        .whereRef('known.product_id', '=', 'fund_product.id')
        .where('known.effective_at', '<=', now),
    )
    .select(['fund_product.id', 'type', 'day', 'effective_at'])
    .select(['rate_bps', 'minimum', 'maximum', 'enabled', 'starts_at'])
}

function statusOf(state: Selectable<FundContract>['state'] | null) {
  return state === null || state === 'lapsed' ? null : statuses[state]
}

function endOf({ day }: Pick<ProductRow, 'day'>, now: Date): Date {
  return new Date(now.getTime() + day * DAY_MS)
}

type Asked = {
  memberId: number
  status: number
  page: number
  limit: number
  /** Instead of a page. */
  before: number | undefined
  now: Date
}

/** The member's purchases, newest first; how many there are is kept, not counted. */
export async function listPurchases(tx: Tx, asked: Asked): Promise<Purchases> {
  const { memberId, status, page, limit, before, now } = asked
  const states = listed.filter((state) => status === -1 || statuses[state] === status)
  let own = tx
    .selectFrom('fund_contract')
    .selectAll()
    .select(sql<number>`(select type from fund_product where id = product_id)`.as('type'))
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
  if (before !== undefined) own = own.where('id', '<', before)
  const skip = before === undefined ? (page - 1) * limit : 0
  const among = eachOf('state', states)
  const rows = await readRows(own, { skip, limit }, { key: 'id', among })
  const tally = await tx
    .selectFrom('earn_tally')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const total = states.reduce((sum, state) => sum + (tally?.[`funds_${state}`] ?? 0), 0)
  return { list: rows.map((row) => describe(row, now)), total, page, limit }
}

function describe(
  row: Selectable<FundContract> & { type: number },
  now: Date,
): Purchases['list'][number] {
  if (row.state === 'lapsed') throw new Error('what lapsed stands in no list')
  const isAwaiting = row.state === 'awaiting'
  return {
    id: row.id,
    type: row.type,
    amount: row.amount,
    days: row.days,
    rate: percentOf(row.rate_bps),
    status: statuses[row.state],
    // Its term begins when it is paid.
    fetch_time: isAwaiting ? endOf({ day: row.days }, now) : row.ends_at,
    payout: row.amount + row.yield,
    created_at: row.started_at,
    pay_by: isAwaiting ? row.pay_by : null,
  }
}

export type Order = {
  memberId: number
  amount: bigint | undefined
  type: number | undefined
  day: number | undefined
  /** Amount and yield that were shown. */
  shown: bigint | undefined
  /** Only the yield is set aside now; the amount is paid within half an hour. */
  paysLater: boolean
  /** What brings the amount to Spot, when it is not there: posted with the purchase. */
  bringing?: readonly Entry[]
  now: Date
}
type Asking = Pick<Order, 'memberId' | 'amount' | 'type' | 'day' | 'now'>

/**
 * Sells a fund: its whole yield is set aside in the transaction that holds its amount, or that gives
 * the member half an hour to bring it.
 */
export async function buyFund(tx: Tx, order: Order): Promise<Response<typeof buyFundCall>> {
  const { memberId, paysLater, bringing = [], now } = order
  const member = await lockMember(tx, memberId)
  const { product, amount, yielded, left } = await offerFund(tx, order)
  if (order.shown !== undefined && order.shown !== amount + yielded) {
    throw new Refusal('terms_changed')
  }
  await refuseTooMany(tx, 'fund_contract', memberId)
  if (paysLater) await refuseAside(tx, member, now)
  else if (bringing.length === 0) await refuseUnpaid(tx, memberId, amount)
  const covered = (units: bigint) => coveredByPool(units, product.rate_bps)
  refuseShare(left, { needed: yielded, covered })
  const endsAt = endOf(product, now)
  const { id } = await tx
    .insertInto('fund_contract')
    .values({
      member_id: memberId,
      product_id: product.id,
      amount,
      yield: yielded,
      days: product.day,
      rate_bps: product.rate_bps,
      started_at: now,
      ends_at: endsAt,
      ...(paysLater && {
        state: 'awaiting' as const,
        pay_by: new Date(now.getTime() + PAY_WITHIN_MS),
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const fund = { id, memberId, amount, yield: yielded }
  // The house's accounts before the member's: everybody locks them in the order of their ids.
  const opening = paysLater ? [] : [...bringing, fundOpened(fund, now)]
  for (const entry of [fundReserved(fund, now), ...opening]) await post(tx, entry)
  return { id, fetch_time: endsAt }
}

/** The fund as it is sold now, what this amount brings in it, and what of the pool is left for the member. */
export async function offerFund(tx: Tx, asking: Asking) {
  const product = await findFund(tx, asking)
  const amount = checkAmount(asking, product)
  const left = await fundLeft(tx, asking)
  return { product, amount, yielded: fundYield(amount, product.rate_bps), left }
}

async function findFund(tx: Tx, { type = FIXED_TERM, day, now }: Asking): Promise<ProductRow> {
  const product = await productsAt(tx, now)
    .where('type', '=', type)
    .where('day', '=', day ?? 0)
    .executeTakeFirst()
  if (!product) throw new Refusal('fund_not_found')
  if (!product.enabled) throw new Refusal('fund_closed')
  if (product.starts_at > now) {
    throw new Refusal('fund_not_open', { from: product.starts_at.toISOString() })
  }
  return product
}

function checkAmount({ amount = 0n }: Asking, { minimum, maximum }: ProductRow): bigint {
  if (amount === 0n) throw new Refusal('amount_required')
  if (amount < minimum) throw new Refusal('fund_minimum', { minimum: plainAmount(minimum) })
  if (amount > maximum) throw new Refusal('fund_maximum', { maximum: plainAmount(maximum) })
  return amount
}

/** Yield that funds were promised which run or wait for their payment. */
export async function sumFundPromises(tx: Tx): Promise<bigint> {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(yield), 0)::bigint as sum
    from fund_contract where state in ('running', 'awaiting')`.execute(tx)
  return rows[0]?.sum ?? 0n
}
