import { OFFERS_MAX, SELLERS_COUNTED_MAX } from '@btbc/contract/deal-rules.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import type { Tx } from '@btbc/database/database.ts'
import { type RawBuilder, sql } from 'kysely'

import { LEAST } from './offer.ts'
import { boundsOf } from './reference.ts'

/**
 * Whose offer a buyer gets: the best price that fits the amount and the way, then the better record,
 * then the older offer. Never one's own, one of a frozen seller or of one whose figures do not add up, or one across a block. It looks at two
 * indexes, of fixed prices and of those that follow the reference, each from its best end on.
 */

/** What the house's own seller sells to the buyer, in the fiat currency. */
export type HouseShare = {
  sellerId: number | null
  /** Within a day, and what of it is left. */
  most: bigint
  left: bigint
  /** When more may be left, if nothing happens before. */
  until: Date | null
}

export type Wanted = {
  buyerId: number
  /** In the fiat currency; any amount, when it is not said. */
  fiat: bigint | undefined
  way: PayWay | undefined
  /** Whether no deal has ever brought the buyer anything. */
  isFirst: boolean
  house: HouseShare
  reference: bigint
}

export type Match = { id: number; memberId: number; price: bigint }

export async function findBest(tx: Tx, wanted: Wanted): Promise<Match | undefined> {
  const [match] = await findBests(tx, [wanted])
  return match
}

/** For each who asks the offer they would get, as if nobody else asked. All have one reference. */
export async function findBests(tx: Tx, asked: readonly Wanted[]): Promise<(Match | undefined)[]> {
  const reference = asked[0]?.reference ?? 0n
  const fixed = best(reference, {
    kind: sql`price is not null`,
    price: sql`price`,
    order: sql`price`,
  })
  const following = best(reference, {
    kind: sql`off_bps is not null`,
    price: followingPrice(reference),
    order: sql`off_bps`,
  })
  const { rows } = await sql<Match & { place: number }>`
    select place::integer, found.* from ${unnested(asked)}, lateral (
      select id, member_id as "memberId", price from (${fixed} union all ${following}) offered
      order by price, record desc, id limit 1) found`.execute(tx)
  const found = new Map(rows.map(({ place, ...match }) => [place, match]))
  return asked.map((_, n) => found.get(n + 1))
}

type Asked = Pick<Wanted, 'buyerId' | 'fiat' | 'way' | 'isFirst' | 'house'>

/** Who asks for what, each with their place. */
function unnested(asked: readonly Asked[]): RawBuilder<unknown> {
  const buyers = asked.map(({ buyerId }) => buyerId)
  const fiats = asked.map(({ fiat = null }) => fiat)
  const ways = asked.map(({ way = null }) => way)
  const firsts = asked.map(({ isFirst }) => isFirst)
  const houseIds = asked.map(({ house }) => house.sellerId)
  const houseLefts = asked.map(({ house }) => house.left)
  return sql`unnest(${buyers}::integer[], ${fiats}::bigint[], ${ways}::text[], ${firsts}::boolean[],
      ${houseIds}::integer[], ${houseLefts}::bigint[])
    with ordinality asked (buyer_id, fiat, way, is_first, house_id, house_left, place)`
}

/**
 * Of an offer buyers who have never bought hold half at the most, all together, or one deal: whoever only
 * means to keep coins from others leaves the other half to those who have paid before.
 */
const FIRST_MOST = sql<bigint>`((stock + in_deals) / 2)`
/** What is left of it for one more of them. */
export const FIRST_LEFT = sql<bigint>`case when in_first_deals = 0 then stock
  else least(stock, greatest(0, ${FIRST_MOST} - in_first_deals)) end`

/** As `priceOf` has it: rounded down by less than a unit. */
function followingPrice(reference: bigint): RawBuilder<unknown> {
  return sql`trunc(${reference}::numeric * (10000 + off_bps) / 10000)::bigint`
}

export type Taken = { terms: string; payeeId: number }
type Reach = { wanted: Wanted & { fiat: bigint; way: PayWay }; match: Match; number: bigint }

/**
 * For many who reach for offers, in the order of the asking: takes the coins out of the stock if the
 * offer is still as it was found and those before have left enough, and answers its terms and where it
 * is paid. Offers are locked in the order of their ids; whoever holds one is waited for, or it is left.
 */
export async function takeStocks(
  tx: Tx,
  reached: readonly Reach[],
  { waits }: { waits: boolean },
): Promise<(Taken | undefined)[]> {
  const reference = reached[0]?.wanted.reference ?? 0n
  const offers = reached.map(({ match }) => match.id)
  const { rows } = await sql<Taken & { place: number }>`
    with asked as (
      select * from unnest(${offers}::integer[], ${reached.map(({ match }) => match.price)}::bigint[],
          ${reached.map(({ number }) => number)}::bigint[],
          ${reached.map(({ wanted }) => wanted.fiat)}::bigint[],
          ${reached.map(({ wanted }) => wanted.way)}::text[],
          ${reached.map(({ wanted }) => wanted.isFirst)}::boolean[])
        with ordinality asked (offer_id, price, number, fiat, way, is_first, place)
    ), held as (
      select id, member_id, coalesce(price, ${followingPrice(reference)}) as price, least, most, ways,
        terms, stock, in_first_deals, ${FIRST_MOST} as first_most
      from offer where id = any (${offers}::integer[]) and is_on_sale
      order by id for no key update ${waits ? sql`` : sql`skip locked`}
    ), fitting as (
      select place, held.id, number, terms, payee.id as payee_id, stock, is_first,
        in_first_deals, first_most,
        sum(number) over (partition by held.id order by place) as so_far,
        sum(number) filter (where is_first) over (partition by held.id order by place) as first_so_far
      from asked
      join held on held.id = offer_id and held.price = asked.price
        and fiat between least and most and asked.way = any (ways)
      join payee on payee.member_id = held.member_id and payee.way = asked.way and is_taken
    ), taken as (
      select * from fitting
      where so_far <= stock and (not is_first or in_first_deals + first_so_far <= first_most
        or (in_first_deals = 0 and first_so_far = number))
    ), lessened as (
      update offer set stock = offer.stock - sums.number, in_deals = in_deals + sums.number,
        in_first_deals = in_first_deals + sums.first
      from (select id, sum(number)::bigint as number,
          coalesce(sum(number) filter (where is_first), 0)::bigint as first
        from taken group by id) sums
      where offer.id = sums.id
    )
    select place::integer, terms, payee_id as "payeeId" from taken`.execute(tx)
  const taken = new Map(rows.map(({ place, ...each }) => [place, each]))
  return reached.map((_, n) => taken.get(n + 1))
}

/** The end of a deal: what is not the buyer's is stock again. */
export async function returnStock(
  tx: Tx,
  deal: { id: number; memberId: number; ended: bigint; back: bigint; isFirst: boolean },
): Promise<void> {
  const { id, memberId, ended, back, isFirst } = deal
  await tx
    .updateTable('offer')
    .set((row) => ({
      in_deals: row('in_deals', '-', ended),
      in_first_deals: row('in_first_deals', '-', isFirst ? ended : 0n),
      stock: row('stock', '+', back),
    }))
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .execute()
}

type Kind = { kind: RawBuilder<unknown>; price: RawBuilder<unknown>; order: RawBuilder<unknown> }

/** Of the stock there is enough left for whoever asks, at this price. */
function isInStock(fiat: RawBuilder<unknown>, price: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when asked.is_first then ${FIRST_LEFT} else stock end
    >= trunc(${fiat}::numeric * 100000000 / ${price})`
}

/**
 * The seller is paid in this way, or in any when it is null, and may sell. Nothing here may become a join:
 * to know who is frozen, a plan would read all members.
 */
function isSellerThere(way: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
      select from payee where payee.member_id = offer.member_id and is_taken
        and payee.way = any (offer.ways) and (${way} is null or payee.way = ${way}) offset 0)
    and (select frozen_at from member where member.id = offer.member_id) is null
    and not exists (select from member_stop stop where stop.member_id = offer.member_id offset 0)`
}

const IS_OF_ANOTHER = sql`offer.member_id <> buyer_id
  and not exists (select from member_block block
    where block.member_id = offer.member_id and blocked_id = buyer_id offset 0)
  and not exists (select from member_block block
    where block.member_id = buyer_id and blocked_id = offer.member_id offset 0)`

/** The house's seller believes who says that they paid: one buyer gets so much of it. */
const IS_LEFT_FOR_BUYER = sql`(coalesce(fiat, offer.least) <= house_left
  or offer.member_id is distinct from house_id)`

/** Walks along an index, in which the amounts are too, to the first offer that fits. */
function best(reference: bigint, { kind, price, order }: Kind): RawBuilder<unknown> {
  const { from, to } = boundsOf(reference)
  return sql`(
    select offer.id, member_id, walked.price, walked.record from (
      select id, ${order} as place, ${price} as price, record from offer
      where is_on_sale and ${kind} and ${price} between ${from} and ${to}
        and (fiat is null or fiat between least and most)
      order by ${order}, record desc, id offset 0) walked
    join offer on offer.id = walked.id
    where is_on_sale and ${isInStock(sql`coalesce(fiat, offer.least)`, sql`walked.price`)}
      and ${isSellerThere(sql`asked.way`)} and ${IS_OF_ANOTHER} and ${IS_LEFT_FOR_BUYER}
    order by place, record desc, id limit 1)`
}

export type Standing = { count: number; least: bigint | null; most: bigint | null }

/** Sellers, and offers from either end of the amounts, that are looked at whether or not they can be bought from. */
const LOOKED_AT = 500

/**
 * For each who asks: how many others sell now, and how small and how large a deal with one can be. It is
 * looked up once for all who ask, apart for those who have never bought, with two sellers more than are said
 * and the amounts of three, as the one who asks may be among them, and the house's, of which each buyer has
 * something else left. Whom they have blocked is left in: that would be another look for each. Where many
 * cannot be bought from, fewer may be said, or no amount.
 */
export async function readStandings(tx: Tx, asked: readonly Wanted[]): Promise<Standing[]> {
  const reference = asked[0]?.reference ?? 0n
  const { rows } = await sql<Standing>`
    with selling as materialized (
      select way, is_first, array(
        select member_id from (
          select distinct member_id from offer
          where is_on_sale and (asked.way is null or asked.way = any (ways))
          limit ${LOOKED_AT}::integer) seller
        where exists (select from offer where offer.member_id = seller.member_id
          and ${isOnSale(reference, sql`asked.way`)} offset 0)
        limit ${SELLERS_COUNTED_MAX + 2}::integer) as sellers
      from (select distinct way, is_first from ${unnested(asked)}) asked
    ), smallest as materialized (${amountsOfThree(asked, sql`least`, sql`asc`)}
    ), largest as materialized (${amountsOfThree(asked, sql`most`, sql`desc`)})
    select
      least(${SELLERS_COUNTED_MAX}::integer,
        cardinality(sellers) - (buyer_id = any (sellers))::integer
          - coalesce((house_left < ${LEAST} and house_id = any (sellers))::integer, 0)) as count,
      (select min(amount) from smallest
        where smallest.is_first = asked.is_first and ${IS_FOR_BUYER}) as least,
      (select max(case when member_id = house_id then least(amount, house_left) else amount end)
        from largest where largest.is_first = asked.is_first and ${IS_FOR_BUYER}) as most
    from ${unnested(asked)} join selling
      on selling.way is not distinct from asked.way and selling.is_first = asked.is_first
    order by place`.execute(tx)
  return rows
}

/** Of a seller whom the buyer can buy from: not themselves, nor the house once it has sold them its share. */
const IS_FOR_BUYER = sql`member_id <> buyer_id
  and (member_id is distinct from house_id or house_left >= ${LEAST})`

/** What comes first in this order of what can be bought, and what does of two other sellers. */
function amountsOfThree(
  asked: readonly Wanted[],
  amount: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const reference = asked[0]?.reference ?? 0n
  return sql`
    select is_first, member_id, amount
    from (select distinct is_first from ${unnested(asked)}) asked, lateral (
      select * from (
        select distinct on (member_id) member_id, amount from (
          select member_id, ${amount} as amount from (
            select * from offer where is_on_sale
            order by ${amount} ${order} limit ${LOOKED_AT}::integer) offer
          where ${isOnSale(reference, sql`null::text`)}
          order by ${amount} ${order} limit ${OFFERS_MAX + 2}::integer) found
        order by member_id, amount ${order}) each_seller
      order by amount ${order} limit 3) three`
}

/** Whoever asks can buy at least its smallest deal. */
function isOnSale(reference: bigint, way: RawBuilder<unknown>): RawBuilder<unknown> {
  const { from, to } = boundsOf(reference)
  const price = sql`coalesce(price, ${followingPrice(reference)})`
  return sql`is_on_sale and ${price} between ${from} and ${to}
    and ${isInStock(sql`offer.least`, price)} and ${isSellerThere(way)}`
}
