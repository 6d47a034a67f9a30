import { FIAT, QUOTE_S } from '@btbc/contract/deal-rules.ts'
import type { quoteDeal as quoteDealCall } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import type { Tx } from '@btbc/database/database.ts'
import { mulDiv, UNIT } from '@btbc/money/amount.ts'
import { sql } from 'kysely'

import { displayName, getMember } from '#modules/account/index.ts'
import {
  EVERYBODY,
  findBest,
  type Match,
  numberFor,
  readRecords,
  readReference,
  readStanding,
  refuseUnmatched,
} from '#modules/offer/index.ts'
import { listPayees, mask } from '#modules/payee/index.ts'

import { CENT, refuseBrokenCents } from './deal.ts'
import { readMisuse } from './deal.misuse.ts'
import { readLines } from './deal.rating.ts'

/** What 1 USDT costs now: the price of the offer that would be matched, which holds for a minute. */

type Quote = Response<typeof quoteDealCall>

export async function quoteDeal(
  tx: Tx,
  request: { memberId: number; fiat: bigint | undefined; way: PayWay | undefined; now: Date },
): Promise<Quote> {
  const { memberId, fiat, way, now } = request
  if (fiat !== undefined) refuseBrokenCents(fiat)
  const reference = await readReference(tx)
  const wanted = { buyerId: memberId, fiat, way, reference }
  const match = (await findBest(tx, wanted)) ?? (await refuseUnmatched(tx, wanted))
  const { count, least, most } = await readStanding(tx, wanted)
  const [everybody, record] = await readRecords(tx, [EVERYBODY, match.memberId])
  if (!everybody || !record) throw new Error('a record without a row')
  const quote = await writeQuote(tx, { memberId, price: match.price, now })
  return {
    ...(await describeMatch(tx, match)),
    rate: match.price,
    count,
    ...(everybody.completed_30d !== null && { arrival_rate: everybody.completed_30d }),
    ...(everybody.release_minutes !== null && { release_minutes: everybody.release_minutes }),
    seller: { ...record, lines: await readLines(tx, match.memberId) },
    least: least ?? 0n,
    most: most ?? 0n,
    number: fiat === undefined ? null : numberFor(fiat, match.price),
    reference,
    fiat: FIAT,
    misuse: await readMisuse(tx, { memberId, now }),
    quote_id: String(quote.id),
    expires_at: quote.expires_at,
    now,
  }
}

async function describeMatch(tx: Tx, { id, memberId, price }: Match) {
  const offer = await tx
    .selectFrom('offer')
    .select(['least', 'most', 'stock', 'ways', 'terms'])
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  const seller = await getMember(tx, memberId)
  const all = mulDiv(offer.stock, price, UNIT, 'down')
  const inStock = all - (all % CENT)
  return {
    min: offer.least,
    max: inStock < offer.most ? inStock : offer.most,
    terms: offer.terms,
    seller_name: displayName(seller),
    is_simulated: seller.is_house,
    ...(await detailsOf(tx, memberId, offer.ways)),
  }
}

/** As the seeds ask for them: that there are details of a way, and nothing of them. */
async function detailsOf(tx: Tx, sellerId: number, ways: readonly string[]) {
  const payees = (await listPayees(tx, sellerId)).filter(({ way }) => ways.includes(way))
  const of = (way: PayWay) => {
    const found = payees.find((each) => each.way === way)
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

/** One row for a price: asked again, it holds for another minute. */
async function writeQuote(
  tx: Tx,
  { memberId, price, now }: { memberId: number; price: bigint; now: Date },
) {
  const expiresAt = new Date(now.getTime() + QUOTE_S * 1000)
  return await tx
    .insertInto('deal_quote')
    .values({ member_id: memberId, price, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.columns(['member_id', 'price']).doUpdateSet({ expires_at: expiresAt }),
    )
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow()
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
