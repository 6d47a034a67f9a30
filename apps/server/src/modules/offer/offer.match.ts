import { SELLERS_COUNTED_MAX } from '@btbc/contract/deal-rules.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import { boundsOf, plain } from './reference.ts'

/**
 * Whose offer a buyer gets: the best price that fits the amount and the way, then the better record,
 * then the older offer. Never one's own, one of a frozen seller, or one across a block. It looks at two
 * indexes, of fixed prices and of those that follow the reference, each from its best end on.
 */

export type Wanted = {
  buyerId: number
  /** In the fiat currency; any amount, when it is not said. */
  fiat: bigint | undefined
  way: PayWay | undefined
  reference: bigint
}

export type Match = { id: number; memberId: number; price: bigint }

export async function findBest(tx: Tx, wanted: Wanted): Promise<Match | undefined> {
  const fixed = best(wanted, sql`price`, { price: sql`price`, kind: sql`price is not null` })
  const following = best(wanted, sql`off_bps`, {
    price: followingPrice(wanted.reference),
    kind: sql`off_bps is not null`,
  })
  const { rows } = await sql<Match>`
    select id, member_id as "memberId", price from (${fixed} union all ${following}) offered
    order by price, record desc, id limit 1`.execute(tx)
  return rows[0]
}

/** As `priceOf` has it: rounded down by less than a unit. */
function followingPrice(reference: bigint): RawBuilder<unknown> {
  return sql`trunc(${reference}::numeric * (10000 + off_bps) / 10000)::bigint`
}

/**
 * Takes the coins out of the stock if the offer is still as it was found, and answers its terms and where
 * it is paid. Whoever reaches for the same offer is waited for.
 */
export async function takeStock(
  tx: Tx,
  match: Match,
  { fiat, way, reference, number }: Wanted & { fiat: bigint; number: bigint },
): Promise<{ terms: string; payeeId: number } | undefined> {
  const { rows } = await sql<{ terms: string; payeeId: number }>`
    update offer set stock = stock - ${number}, in_deals = in_deals + ${number}
    from payee
    where offer.id = ${match.id} and not is_paused and stock >= ${number}
      and ${fiat} between least and most and ${way}::text = any (ways)
      and coalesce(price, ${followingPrice(reference)}) = ${match.price}
      and payee.member_id = offer.member_id and payee.way = ${way} and is_taken
    returning terms, payee.id as "payeeId"`.execute(tx)
  return rows[0]
}

/** The end of a deal: what is not the buyer's is stock again. */
export async function returnStock(
  tx: Tx,
  { id, memberId, ended, back }: { id: number; memberId: number; ended: bigint; back: bigint },
): Promise<void> {
  await tx
    .updateTable('offer')
    .set((row) => ({ in_deals: row('in_deals', '-', ended), stock: row('stock', '+', back) }))
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute()
}

type Kind = { price: RawBuilder<unknown>; kind: RawBuilder<unknown> }

function best(wanted: Wanted, order: RawBuilder<unknown>, { price, kind }: Kind) {
  const { buyerId, fiat = null, way = null, reference } = wanted
  const { from, to } = boundsOf(reference)
  return sql`(
    select id, member_id, ${price} as price, record from offer
    where not is_paused and stock > 0 and ${kind} and ${price} between ${from} and ${to}
      and member_id <> ${buyerId}
      and (${fiat}::bigint is null or ${fiat} between least and most)
      and stock >= trunc(coalesce(${fiat}::bigint, least)::numeric * 100000000 / ${price})
      and exists (
        select from payee where payee.member_id = offer.member_id and is_taken
          and payee.way = any (offer.ways) and (${way}::text is null or payee.way = ${way}))
      and not exists (
        select from member where member.id = offer.member_id and frozen_at is not null)
      and not exists (
        select from member_block block
        where (block.member_id = offer.member_id and blocked_id = ${buyerId})
          or (block.member_id = ${buyerId} and blocked_id = offer.member_id))
    order by ${order}, record desc, id limit 1)`
}

export type Standing = { count: number; least: bigint | null; most: bigint | null }

/** How many others sell now, and how small and how large a deal with one of them can be. */
export async function readStanding(
  tx: Tx,
  { buyerId, way = null }: { buyerId: number; way?: PayWay | undefined | null },
): Promise<Standing> {
  const { rows } = await sql<Standing>`
    select
      (select count(*)::integer from (
        select distinct member_id from offer
        where not is_paused and stock > 0 and member_id <> ${buyerId}
          and (${way}::text is null or ${way} = any (ways))
        limit ${SELLERS_COUNTED_MAX}) sellers) as count,
      (select least from offer
        where not is_paused and stock > 0 and member_id <> ${buyerId}
        order by least limit 1) as least,
      (select most from offer
        where not is_paused and stock > 0 and member_id <> ${buyerId}
        order by most desc limit 1) as most`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  return row
}

const unavailable = {
  alipay: 'alipay_unavailable',
  wechat: 'wechat_unavailable',
  bank: 'bank_unavailable',
} as const

/** Why nobody's offer fits: nobody sells, nobody takes the way, or nobody the amount. */
export async function refuseUnmatched(tx: Tx, wanted: Wanted): Promise<never> {
  const { way, fiat } = wanted
  if (fiat === undefined && way === undefined) throw new Refusal('no_seller')
  const any = await findBest(tx, { ...wanted, fiat: undefined, way: undefined })
  if (!any) throw new Refusal('no_seller')
  if (way !== undefined && !(await findBest(tx, { ...wanted, fiat: undefined }))) {
    throw new Refusal(unavailable[way])
  }
  const { least, most } = await readStanding(tx, wanted)
  const isWithin = fiat !== undefined && fiat >= (least ?? 0n) && fiat <= (most ?? 0n)
  if (isWithin) throw new Refusal('no_seller')
  throw new Refusal('deal_amount_range', { min: plain(least ?? 0n), max: plain(most ?? 0n) })
}
