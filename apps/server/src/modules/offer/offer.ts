import { OFFERS_MAX, PRICE_BPS_MAX } from '@btbc/contract/deal-rules.ts'
import type { Request, Response } from '@btbc/contract/endpoint.ts'
import type {
  addOffer as addOfferCall,
  listOffers as listOffersCall,
} from '@btbc/contract/offer.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import type { Offer } from '@btbc/database/tables.ts'
import { post } from '@btbc/ledger/post.ts'
import { formatAmount, priceAmount, UNIT } from '@btbc/money/amount.ts'
import type { Selectable } from 'kysely'

import { lockMember } from '#modules/account/index.ts'
import { listPayees } from '#modules/payee/index.ts'
import { referenceRate } from '#modules/rail/index.ts'
import { plainWords } from '#platform/plain-words.ts'

import { offerStocked, offerUnstocked } from './offer.entries.ts'
import { recordOf } from './seller.record.ts'
import { refuseUnprotected } from './seller.ts'
import { boundsOf, numberFor, priceOf } from './reference.ts'

/** A seller's offers: their terms, and the stock behind them. */

export type OfferRow = Selectable<Offer>
type Offers = Response<typeof listOffersCall>
type OfferTerms = Omit<Request<typeof addOfferCall>, 'stock'>

/** One deal, in the fiat currency. */
export const LEAST = 10n * UNIT
const MOST = 500_000n * UNIT
const CENT = UNIT / 100n
/** A percentage with two decimals, as units of 10⁻⁸. */
const BPS_UNITS = UNIT / 100n

export async function listOffers(
  tx: Tx,
  request: { memberId: number; page: number; limit: number; now: Date },
): Promise<Offers> {
  const { memberId, page, limit, now } = request
  const own = tx
    .selectFrom('offer')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('id', 'desc')
  const { rows, total } = await readPage(tx, own, request, { key: 'id' })
  const reference = await referenceRate(tx, now)
  return { list: rows.map((row) => describe(row, reference)), total, page, limit }
}

/** One of them, as it is from now on. */
async function described(tx: Tx, own: Own, now: Date): Promise<Offers['list'][number]> {
  return describe(await getOffer(tx, own), await referenceRate(tx, now))
}

function describe(row: OfferRow, reference: bigint): Offers['list'][number] {
  const { off_bps: offBps } = row
  return {
    id: row.id,
    price: priceOf(row, reference),
    percent: offBps === null ? null : BigInt(offBps) * BPS_UNITS,
    min: row.least,
    max: row.most,
    ways: row.ways as PayWay[],
    terms: row.terms,
    stock: row.stock,
    in_deals: row.in_deals,
    paused: row.is_paused,
    is_live: isLive(row, reference),
    created_at: row.created_at,
  }
}

function isLive(row: OfferRow, reference: bigint): boolean {
  const price = priceOf(row, reference)
  const { from, to } = boundsOf(reference)
  return !row.is_paused && price >= from && price <= to && row.stock >= numberFor(row.least, price)
}

export async function addOffer(
  tx: Tx,
  request: { memberId: number; terms: OfferTerms; stock: bigint; now: Date },
): Promise<Offers['list'][number]> {
  const { memberId, terms, stock, now } = request
  await lockSeller(tx, memberId)
  const values = await valuesOf(tx, { memberId, terms, now })
  const { count } = await tx
    .selectFrom('offer')
    .select((row) => row.fn.countAll<bigint>().as('count'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= OFFERS_MAX) throw new Refusal('too_many_offers', { limit: OFFERS_MAX })
  const { id } = await tx
    .insertInto('offer')
    .values({
      member_id: memberId,
      ...values,
      record: recordOf(memberId),
      stock,
      stockings: stock > 0n ? 1 : 0,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (stock > 0n) await post(tx, offerStocked({ id, memberId, count: 1 }, stock, now))
  return await described(tx, { memberId, id }, now)
}

export async function editOffer(
  tx: Tx,
  request: { memberId: number; id: number; terms: OfferTerms; now: Date },
): Promise<Offers['list'][number]> {
  const { memberId, id, terms, now } = request
  await lockSeller(tx, memberId)
  await getOffer(tx, { memberId, id })
  await change(tx, { memberId, id, set: await valuesOf(tx, { memberId, terms, now }) })
  return await described(tx, { memberId, id }, now)
}

export async function pauseOffer(
  tx: Tx,
  request: { memberId: number; id: number; paused: boolean; now: Date },
): Promise<Offers['list'][number]> {
  const { memberId, id, paused, now } = request
  if (paused) await lockMember(tx, memberId)
  else await lockSeller(tx, memberId)
  await getOffer(tx, { memberId, id })
  await change(tx, { memberId, id, set: { is_paused: paused } })
  return await described(tx, { memberId, id }, now)
}

/** Moves stock in, or out with a minus sign, which nobody has to sell for; what is in deals stays. */
export async function stockOffer(
  tx: Tx,
  request: { memberId: number; id: number; change: bigint; now: Date },
): Promise<Offers['list'][number]> {
  const { memberId, id, now } = request
  if (request.change < 0n) await lockMember(tx, memberId)
  else await lockSeller(tx, memberId)
  const row = await getOffer(tx, { memberId, id })
  if (request.change === 0n) throw new Refusal('amount_required')
  const stock = row.stock + request.change
  if (stock < 0n) throw new Refusal('offer_stock', { stock: formatAmount(row.stock) })
  const count = row.stockings + 1
  const stocking = { id, memberId, count }
  const entry =
    request.change > 0n
      ? offerStocked(stocking, request.change, now)
      : offerUnstocked(stocking, -request.change, now)
  // First the books, which refuse more than there is: no column has room for what nobody can have.
  await post(tx, entry)
  await change(tx, { memberId, id, set: { stock, stockings: count } })
  return await described(tx, { memberId, id }, now)
}

/**
 * Whoever puts something up for buyers. The member before the offer, and the offer before its money:
 * everybody locks in this order.
 */
async function lockSeller(tx: Tx, memberId: number): Promise<void> {
  const member = await lockMember(tx, memberId)
  if (!member.is_seller) throw new Refusal('not_a_seller')
  await refuseUnprotected(tx, member)
}

type Own = { memberId: number; id: number }

async function getOffer(tx: Tx, { memberId, id }: Own): Promise<OfferRow> {
  const row = await tx
    .selectFrom('offer')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('offer_not_found')
  return row
}

type Changes = Partial<
  Pick<
    OfferRow,
    'price' | 'off_bps' | 'least' | 'most' | 'ways' | 'terms' | 'stock' | 'stockings' | 'is_paused'
  >
>

async function change(tx: Tx, { memberId, id, set }: Own & { set: Changes }): Promise<void> {
  await tx
    .updateTable('offer')
    .set(set)
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute()
}

async function valuesOf(
  tx: Tx,
  { memberId, terms, now }: { memberId: number; terms: OfferTerms; now: Date },
) {
  const { min: least, max: most } = terms
  if (least < LEAST || most > MOST || least > most || least % CENT > 0n || most % CENT > 0n) {
    throw new Refusal('offer_limits', { min: priceAmount(LEAST), max: priceAmount(MOST) })
  }
  const ways = [...new Set(terms.ways)].toSorted()
  const taken = await listPayees(tx, memberId)
  if (ways.some((way) => !taken.some((each) => each.way === way))) {
    throw new Refusal('way_unavailable')
  }
  return {
    ...(await pricingOf(tx, terms, now)),
    least,
    most,
    ways,
    terms: plainWords(terms.terms ?? ''),
  }
}

/** A price or a percentage, and never farther from the reference than an offer may be. */
async function pricingOf(tx: Tx, { price, percent }: OfferTerms, now: Date) {
  if ((price === undefined) === (percent === undefined)) throw new Refusal('offer_price_required')
  const reference = await referenceRate(tx, now)
  const { from, to } = boundsOf(reference)
  const refuse = () =>
    new Refusal('offer_price_range', { min: priceAmount(from), max: priceAmount(to) })
  if (percent !== undefined && percent % BPS_UNITS !== 0n) throw refuse()
  const offBps = percent === undefined ? null : Number(percent / BPS_UNITS)
  // Farther down than the whole price there is none.
  if (Math.abs(offBps ?? 0) > PRICE_BPS_MAX) throw refuse()
  const pricing = { price: price ?? null, off_bps: offBps }
  const asked = priceOf(pricing, reference)
  if (asked < from || asked > to) throw refuse()
  return pricing
}
