import type { PayWay } from '@btbc/contract/payee.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { lockMember } from '#modules/account/index.ts'
import {
  findBest,
  type Match,
  numberFor,
  plain,
  readReference,
  refuseUnmatched,
  takeStock,
  type Wanted,
} from '#modules/offer/index.ts'

import { isQuoted } from './deal.quote.ts'
import { readStopped } from './deal.misuse.ts'
import { shownTime, tellBoth } from './deal.tell.ts'
import { after, type DealRow, PAY_MS, refuseBrokenCents } from './deal.ts'

/** A purchase: the offer is matched, and its coins are in escrow in the transaction that opens the deal. */

/** Whoever has not paid so many pays first. */
const OPEN_MAX = 5
/** Others may take what was just found: then there is the next. */
const TRIES_MAX = 20

type Order = {
  memberId: number
  fiat: bigint | undefined
  rate: bigint | undefined
  way: PayWay | undefined
  now: Date
  wallNow: Date
}
type Bought = Wanted & { fiat: bigint; way: PayWay }

export async function openDeal(tx: Tx, order: Order): Promise<number> {
  const { memberId, fiat = 0n, way, now, wallNow } = order
  if (fiat === 0n) throw new Refusal('amount_required')
  refuseBrokenCents(fiat)
  if (way === undefined) throw new Refusal('way_required')
  const { frozen_at: frozenAt } = await lockMember(tx, memberId)
  if (frozenAt !== null) throw new Refusal('account_frozen')
  await refuseStopped(tx, { memberId, now })
  const wanted = { buyerId: memberId, fiat, way, reference: await readReference(tx) }
  const price = await agreedPrice(tx, { ...order, wanted })
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const match = (await findBest(tx, wanted)) ?? (await refuseUnmatched(tx, wanted))
    if (match.price !== price) throw priceChanged(match)
    const deal = await take(tx, match, wanted, now)
    if (!deal) continue
    await tellBoth(tx, deal, { kind: 'deal_opened', wallNow })
    return deal.id
  }
  throw new Refusal('try_again')
}

async function refuseStopped(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<void> {
  const { until, running } = await readStopped(tx, { memberId, now })
  if (until) throw new Refusal('deals_stopped', { until: shownTime(until) })
  if (running >= OPEN_MAX) throw new Refusal('too_many_deals', { limit: OPEN_MAX })
}

/** The price that the buyer was shown within the last minute, or a refusal with the one of now. */
async function agreedPrice(tx: Tx, order: Order & { wanted: Wanted }): Promise<bigint> {
  const { memberId, rate, now, wanted } = order
  if (rate !== undefined && (await isQuoted(tx, { memberId, price: rate, now }))) return rate
  throw priceChanged((await findBest(tx, wanted)) ?? (await refuseUnmatched(tx, wanted)))
}

function priceChanged({ price }: Match): Refusal {
  return new Refusal('price_changed', { rate: plain(price) })
}

/** Takes the coins out of the stock if the offer is still as it was found; nothing when it is not. */
async function take(tx: Tx, match: Match, wanted: Bought, now: Date): Promise<DealRow | undefined> {
  const { buyerId, fiat, way } = wanted
  const number = numberFor(fiat, match.price)
  const taken = await takeStock(tx, match, { ...wanted, number })
  if (!taken) return undefined
  return await tx
    .insertInto('deal')
    .values({
      offer_id: match.id,
      seller_id: match.memberId,
      buyer_id: buyerId,
      way,
      payee_id: taken.payeeId,
      terms: taken.terms,
      price: match.price,
      fiat,
      number,
      created_at: now,
      turn_at: now,
      due_at: after(now, PAY_MS),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
