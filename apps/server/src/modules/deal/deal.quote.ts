import { FIAT, QUOTE_S } from '@btbc/contract/deal-rules.ts'
import type { quoteDeal as quoteDealCall } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Payee, PayWay } from '@btbc/contract/payee.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Offer } from '@btbc/database/tables.ts'
import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { type Selectable, sql } from 'kysely'

import { displayName } from '#modules/account/index.ts'
import {
  EVERYBODY,
  findBests,
  FIRST_LEFT,
  type Match,
  numberFor,
  readRecords,
  readStandings,
  type Wanted,
  whyUnmatched,
} from '#modules/offer/index.ts'
import { listPayeesOf, mask } from '#modules/payee/index.ts'
import { referenceRate } from '#modules/rail/index.ts'

import { type Outcome, refused } from '#platform/together.ts'

import { after, CENT, latestOf } from './deal.ts'
import { readStopped, wantedBy } from './deal.misuse.ts'
import { readLines } from './deal.rating.ts'

/**
 * What 1 USDT costs now: the price of the offer that would be matched, which holds for a minute.
 * Quotes that are asked for together are read and kept in one transaction.
 */

type Quote = Response<typeof quoteDealCall>

export type QuoteAsked = {
  memberId: number
  fiat: bigint | undefined
  way: PayWay | undefined
  now: Date
}

/** Each member asks once; who finds no offer among others is held up, and is told why alone. */
export async function quoteDeals(
  tx: Tx,
  asked: readonly QuoteAsked[],
  { alone }: { alone: boolean },
): Promise<Outcome<Quote>[]> {
  const reference = await referenceRate(tx, latestOf(asked))
  const stopped = await readStopped(tx, asked)
  const wanted = asked.map((each, n) => wantedBy(each, stopped[n], reference))
  const matches = await findBests(tx, wanted)
  const found = asked.flatMap((each, n) => {
    const match = matches[n]
    return match ? [{ ...each, match }] : []
  })
  const [first] = wanted
  if (alone && first && found.length === 0) return [refused(await whyUnmatched(tx, first))]
  const describe = await describeMatches(
    tx,
    found.map(({ match }) => match),
  )
  const standings = await readStandings(tx, wanted)
  const quoteOf = await writeQuotes(tx, found)
  return asked.map((each, n): Outcome<Quote> => {
    const [match, standing, halt] = [matches[n], standings[n], stopped[n]]
    const kept = quoteOf.get(each.memberId)
    if (!match || !standing || !halt || !kept) return 'held up'
    const { misuse } = halt
    const { fiat, now } = each
    const described = describe(match, { isFirst: !halt.hasBought, house: halt.house })
    const quote: Quote = {
      ...described,
      // The one that was matched may be beyond those that were counted.
      count: Math.max(standing.count, 1),
      least: standing.least ?? described.min,
      most: standing.most ?? described.max,
      number: fiat === undefined ? null : numberFor(fiat, match.price),
      reference,
      fiat: FIAT,
      misuse,
      quote_id: String(kept.id),
      expires_at: kept.expires_at,
      now,
    }
    return () => quote
  })
}

type Offered = Pick<Selectable<Offer>, 'stock' | 'most'> & { first_left: bigint; is_house: boolean }

/** What is said of the offers that would be matched, and of their sellers. */
async function describeMatches(tx: Tx, matches: readonly Match[]) {
  const sellers = [...new Set(matches.map(({ memberId }) => memberId))]
  const rows = await tx
    .selectFrom('offer')
    .innerJoin('member', 'member.id', 'offer.member_id')
    .select(['offer.id', 'least', 'most', 'stock', 'ways', 'terms', 'is_house'])
    .select(['mail', 'mobile', 'account_number'])
    .select(FIRST_LEFT.as('first_left'))
    .where('offer.id', '=', sql<number>`any (${matches.map(({ id }) => id)}::integer[])`)
    .where('offer.member_id', '=', sql<number>`any (${sellers}::integer[])`)
    .execute()
  const offers = new Map(rows.map((row) => [row.id, row]))
  const [everybody, ...records] = await readRecords(tx, [EVERYBODY, ...sellers])
  const recordOf = new Map(sellers.map((id, n) => [id, records[n]]))
  const linesOf = await readLines(tx, sellers)
  const payeesOf = await listPayeesOf(tx, sellers)
  return ({ id, memberId, price }: Match, buyer: Pick<Wanted, 'isFirst' | 'house'>) => {
    const [offer, record] = [offers.get(id), recordOf.get(memberId)]
    if (!offer || !record || !everybody) throw new Error('a match without its offer')
    const { completed_30d: arrived, release_minutes: minutes } = everybody
    return {
      rate: price,
      min: offer.least,
      max: mostNow(offer, { price, ...buyer }),
      terms: offer.terms,
      seller_name: displayName(offer),
      is_simulated: offer.is_house,
      ...detailsOf(payeesOf(memberId), offer.ways),
      ...(arrived !== null && { arrival_rate: arrived }),
      ...(minutes !== null && { release_minutes: minutes }),
      seller: { ...record, lines: linesOf(memberId) },
    }
  }
}

/** The largest deal that the stock, and the share of the house's seller, allow this buyer, in whole cents. */
function mostNow(
  { stock, first_left: firstLeft, most, is_house: isHouse }: Offered,
  { price, isFirst, house }: { price: bigint } & Pick<Wanted, 'isFirst' | 'house'>,
): bigint {
  const all = mulDiv(isFirst ? firstLeft : stock, price, UNIT, 'down')
  const inStock = all - (all % CENT)
  const allowed = isHouse && house.left < most ? house.left : most
  return inStock < allowed ? inStock : allowed
}

/** As the seeds ask for them: that there are details of a way, and nothing of them. */
function detailsOf(all: readonly Payee[], ways: readonly string[]) {
  const of = (way: PayWay) => {
    const found = ways.includes(way) ? all.find((each) => each.way === way) : undefined
    return found && mask(found)
  }
  const [alipay, wechat, bank] = [of('alipay'), of('wechat'), of('bank')]
  return {
    alipay: alipay?.account ?? '',
    alipayCode: alipay?.qr ?? '',
    wechat: wechat?.account ?? '',
    wechatCode: wechat?.qr ?? '',
    bankNo: bank?.account ?? '',
    bankName: bank?.holder ?? '',
    bankAddress: bank?.branch ?? '',
  }
}

/** One row for a member and a price, in the order of members: asked again, it holds for another minute. */
async function writeQuotes(
  tx: Tx,
  found: readonly (QuoteAsked & { match: Match })[],
): Promise<Map<number, { id: number; expires_at: Date }>> {
  const { rows } = await sql<{ id: number; member_id: number; expires_at: Date }>`
    insert into deal_quote (member_id, price, expires_at)
    select * from unnest(${found.map(({ memberId }) => memberId)}::integer[],
        ${found.map(({ match }) => match.price)}::bigint[],
        ${found.map(({ now }) => after(now, QUOTE_S * 1000))}::timestamptz[])
      quoted (member_id, price, expires_at) order by member_id
    on conflict (member_id, price) do update set expires_at = excluded.expires_at
    returning id, member_id, expires_at`.execute(tx)
  return new Map(rows.map((row) => [row.member_id, row]))
}

/** Whether each was shown this price within the last minute. */
export async function areQuoted(
  tx: Tx,
  asked: readonly { memberId: number; price: bigint | undefined; now: Date }[],
): Promise<boolean[]> {
  const { rows } = await sql<{ isLive: boolean }>`
    select exists (select from deal_quote
      where member_id = asked.id and deal_quote.price = asked.price and expires_at > now) as "isLive"
    from unnest(${asked.map(({ memberId }) => memberId)}::integer[],
        ${asked.map(({ price = null }) => price)}::bigint[],
        ${asked.map(({ now }) => now)}::timestamptz[])
      with ordinality asked (id, price, now, place) order by place`.execute(tx)
  return rows.map(({ isLive }) => isLive)
}
