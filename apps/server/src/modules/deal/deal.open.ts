import { openDeal as openDealCall } from '@btbc/contract/deal.ts'
import type { PayWay } from '@btbc/contract/payee.ts'
import { Refusal } from '@btbc/contract/refusals.ts'
import { runPrepared, type Tx } from '@btbc/database/database.ts'
import { priceAmount } from '@btbc/money/amount.ts'
import { sql } from 'kysely'

import { lockMembers } from '#modules/account/index.ts'
import {
  findBests,
  type Match,
  numberFor,
  type Taken,
  takeStocks,
  type Wanted,
  whyUnmatched,
} from '#modules/offer/index.ts'
import { referenceRate } from '#modules/rail/index.ts'
import { encode } from '#platform/encode.ts'
import { type Asked, findOutcomes } from '#platform/keyed-batch.ts'
import type { StoredAnswers } from '#platform/stored-answers.ts'
import { type Outcome, refused } from '#platform/together.ts'

import { areQuoted } from './deal.quote.ts'
import { readStopped, type Stopped, wantedBy } from './deal.misuse.ts'
import { tellAll } from './deal.tell.ts'
import { after, type DealRow, latestOf, PAY_MS, refuseBrokenCents } from './deal.ts'

/**
 * Purchases: each is matched, and its coins are in escrow in the transaction that opens its deal. All
 * reach for the few best offers, so purchases that come together are one transaction, which goes
 * through them in their order and holds each offer once for all of them.
 */

/** Whoever has not paid so many pays first. */
const OPEN_MAX = 5
/** Whoever has never bought keeps fewer coins from others. */
const FIRST_OPEN_MAX = 2
/** Others may take what was just found: then there is the next. */
const TRIES_MAX = 20

const { response } = openDealCall

type Wish = Asked & {
  fiat: bigint | undefined
  rate: bigint | undefined
  way: PayWay | undefined
}
export type Order = Wish & { fiat: bigint; way: PayWay }

/** An order that says what an order has to say. */
export function orderOf(wish: Wish): Order {
  const { fiat = 0n, way } = wish
  if (fiat === 0n) throw new Refusal('amount_required')
  refuseBrokenCents(fiat)
  if (way === undefined) throw new Refusal('way_required')
  return { ...wish, fiat, way }
}

type Options = { alone: boolean; storedAnswers?: StoredAnswers }

/**
 * Purchases of members, each once, in one transaction. Among others nobody is waited for who is locked
 * elsewhere, and whoever finds no offer is held up: alone they are told why.
 */
export async function openDeals(
  tx: Tx,
  orders: readonly Order[],
  { alone, storedAnswers }: Options,
): Promise<Outcome<number>[]> {
  const members = orders.map(({ memberId }) => memberId)
  const locked = await lockMembers(tx, members, { waits: alone })
  const held = orders.filter(({ memberId }) => locked.has(memberId))
  const outcomeOf = await findOutcomes(tx, orders, { locked, response, storedAnswers })
  const outcomes = new Map<Order, Outcome<number>>()
  const judged = await judge(tx, held)
  for (const { order, refusal } of judged) {
    const known = outcomeOf(order)
    const member = locked.get(order.memberId)
    if (known) outcomes.set(order, known)
    else if (member?.isFrozen === true) outcomes.set(order, refused(new Refusal('account_frozen')))
    // A deal keeps coins of a seller from others, and costs nothing: somebody has to stand behind it.
    else if (member?.isVerified === false) outcomes.set(order, refused(new Refusal('not_verified')))
    else if (refusal) outcomes.set(order, refused(refusal))
  }
  const wanting = judged.filter(({ order }) => !outcomes.has(order))
  const reached = await matchAll(tx, wanting, { alone, outcomes })
  const deals = await insertDeals(tx, reached)
  await tellOpened(tx, deals, storedAnswers)
  for (const { order, row } of deals) outcomes.set(order, () => row.id)
  return orders.map((order) => outcomes.get(order) ?? 'held up')
}

/** An order with the price it was promised, if it still is, or why its buyer buys nothing now. */
type Judged = {
  order: Order
  wanted: Wanted & { fiat: bigint; way: PayWay }
  price: bigint | undefined
  refusal: Refusal | undefined
}

async function judge(tx: Tx, orders: readonly Order[]): Promise<Judged[]> {
  if (orders.length === 0) return []
  const reference = await referenceRate(tx, latestOf(orders))
  const stopped = await readStopped(tx, orders)
  const quoted = await areQuoted(
    tx,
    orders.map(({ memberId, rate, now }) => ({ memberId, price: rate, now })),
  )
  return orders.map((order, n) => ({
    order,
    wanted: wantedBy(order, stopped[n], reference),
    price: quoted[n] === true ? order.rate : undefined,
    refusal: whyStopped(stopped[n]),
  }))
}

function whyStopped(stopped: Stopped | undefined): Refusal | undefined {
  if (stopped === undefined) throw new Error('a buyer who was not looked at')
  const { misuse, running, hasBought } = stopped
  const { until } = misuse
  if (until) return new Refusal('deals_stopped', { until: until.toISOString() })
  if (hasBought) {
    return running >= OPEN_MAX ? new Refusal('too_many_deals', { limit: OPEN_MAX }) : undefined
  }
  return running >= FIRST_OPEN_MAX
    ? new Refusal('too_many_first_deals', { limit: FIRST_OPEN_MAX })
    : undefined
}

type Reached = Judged & { match: Match; number: bigint; taken: Taken }

/**
 * Takes the best offer for each, in their order, as long as there is one at the price that was
 * promised. Who comes too late to one finds the next. Offers are waited for once and all at once, so
 * that no two batches wait for each other.
 */
async function matchAll(
  tx: Tx,
  wanting: readonly Judged[],
  { alone, outcomes }: { alone: boolean; outcomes: Map<Order, Outcome<number>> },
): Promise<Reached[]> {
  const reached: Reached[] = []
  let seeking = wanting
  for (let tries = 0; tries < TRIES_MAX && seeking.length > 0; tries += 1) {
    const matches = await findBests(
      tx,
      seeking.map(({ wanted }) => wanted),
    )
    const reaching: Omit<Reached, 'taken'>[] = []
    for (const [n, each] of seeking.entries()) {
      const { order, wanted, price } = each
      const match = matches[n]
      if (!match) {
        if (alone) outcomes.set(order, refused(await whyUnmatched(tx, wanted)))
      } else if (match.price !== price) outcomes.set(order, refused(priceChanged(match)))
      else reaching.push({ ...each, match, number: numberFor(wanted.fiat, price) })
    }
    const takings = await takeStocks(tx, reaching, { waits: tries === 0 })
    const before = reached.length
    seeking = reaching.filter((each, n) => {
      const taken = takings[n]
      if (taken) reached.push({ ...each, taken })
      return !taken
    })
    if (tries > 0 && reached.length === before) break
  }
  return reached
}

function priceChanged({ price }: Match): Refusal {
  return new Refusal('price_changed', { rate: priceAmount(price) })
}

type Opened = { order: Order; row: DealRow }

async function insertDeals(tx: Tx, reached: readonly Reached[]): Promise<Opened[]> {
  if (reached.length === 0) return []
  const { rows } = await sql<DealRow>`
    insert into deal (offer_id, seller_id, buyer_id, way, payee_id, terms, price, fiat, number,
      is_first, created_at, turn_at, due_at)
    select * from unnest(
      ${reached.map(({ match }) => match.id)}::integer[],
      ${reached.map(({ match }) => match.memberId)}::integer[],
      ${reached.map(({ order }) => order.memberId)}::integer[],
      ${reached.map(({ order }) => order.way)}::text[],
      ${reached.map(({ taken }) => taken.payeeId)}::integer[],
      ${reached.map(({ taken }) => taken.terms)}::text[],
      ${reached.map(({ match }) => match.price)}::bigint[],
      ${reached.map(({ order }) => order.fiat)}::bigint[],
      ${reached.map(({ number }) => number)}::bigint[],
      ${reached.map(({ wanted }) => wanted.isFirst)}::boolean[],
      ${reached.map(({ order }) => order.now)}::timestamptz[],
      ${reached.map(({ order }) => order.now)}::timestamptz[],
      ${reached.map(({ order }) => after(order.now, PAY_MS))}::timestamptz[])
    returning *`.execute(tx)
  const rowOf = new Map(rows.map((row) => [row.buyer_id, row]))
  return reached.flatMap(({ order }) => {
    const row = rowOf.get(order.memberId)
    return row ? [{ order, row }] : []
  })
}

/** Tells both sides of each, and keeps what was answered. */
async function tellOpened(
  tx: Tx,
  deals: readonly Opened[],
  storedAnswers: StoredAnswers | undefined,
): Promise<void> {
  const wallNow = deals[0]?.order.wallNow
  if (wallNow === undefined) return
  await tellAll(
    tx,
    deals.map(({ row }) => row),
    { kind: 'deal_opened', wallNow },
  )
  const answers = deals.flatMap(({ order: { call }, row }) =>
    call ? [{ call, message: encode(response, row.id) }] : [],
  )
  if (!storedAnswers || answers.length === 0) return
  const { text, values } = storedAnswers.rowsOf(answers, wallNow)
  await runPrepared(tx, text, values)
}
