import type { PayWay } from '@btbc/contract/payee.ts'
import type { RefusalCode } from '@btbc/contract/refusals.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { DAY_MS, MINUTE_MS } from '#platform/durations.ts'

/**
 * Deals as a plain table, for tests: what every step should do to states, offers and wallets, written
 * down a second time without a database.
 */

const OPEN_MAX = 5
const FIRST_OPEN_MAX = 2

type Side = 'buyer' | 'seller'
export type PlainOffer = {
  id: number
  seller: number
  price: bigint
  least: bigint
  most: bigint
  ways: readonly PayWay[]
  stock: bigint
  inDeals: bigint
  isPaused: boolean
}
export type PlainDeal = {
  id: number
  offer: PlainOffer
  buyer: number
  number: bigint
  /** Its buyer had never bought. */
  isFirst: boolean
  state: 'open' | 'paid' | 'disputed' | 'finished' | 'split' | 'cancelled'
  dueAt: number
  cancelAskedBy: Side | undefined
  said: Set<Side>
}
export type Wallet = { available: bigint; held: bigint }
export type Order = { buyer: number; fiat: bigint; way: PayWay }
export type Turn = 'pay' | 'cancel' | 'confirm' | 'cancelTogether' | 'dispute'

export type Told = RefusalCode | 'ok'

export class PlainDeals {
  readonly offers: PlainOffer[] = []
  readonly deals: PlainDeal[] = []
  readonly wallets = new Map<number, Wallet>()
  readonly #misuse = new Map<number, number[]>()
  readonly #bought = new Set<number>()

  wallet(member: number): Wallet {
    const wallet = this.wallets.get(member) ?? { available: 0n, held: 0n }
    this.wallets.set(member, wallet)
    return wallet
  }

  /** The cheapest that fits; no two offers of the test have one price. */
  match({ buyer, fiat, way }: Order): PlainOffer | undefined {
    return this.offers
      .filter(
        (each) =>
          !each.isPaused &&
          each.seller !== buyer &&
          each.ways.includes(way) &&
          fiat >= each.least &&
          fiat <= each.most &&
          each.stock > 0n &&
          this.#leftFor(buyer, each) >= (fiat * UNIT) / each.price,
      )
      .toSorted((a, b) => (a.price < b.price ? -1 : 1))[0]
  }

  /** Who has never bought shares half of it with others who have not, or is the only one. */
  #leftFor(buyer: number, offer: PlainOffer): bigint {
    const first = this.deals.filter((deal) => deal.offer === offer && deal.isFirst)
    const running = first.filter(isRunning).reduce((sum, { number }) => sum + number, 0n)
    if (this.#bought.has(buyer) || running === 0n) return offer.stock
    const half = (offer.stock + offer.inDeals) / 2n - running
    return half < offer.stock ? half : offer.stock
  }

  /** Why this member buys nothing now, whatever there is. */
  stopped(buyer: number, now: number): Told {
    const times = this.#misuse.get(buyer) ?? []
    const isStopped = times.some(
      (at, index) => now < at + DAY_MS && at - (times[index - 2] ?? -Infinity) < DAY_MS,
    )
    if (isStopped) return 'deals_stopped'
    const open = this.deals.filter((deal) => deal.buyer === buyer && isRunning(deal))
    if (this.#bought.has(buyer)) return open.length >= OPEN_MAX ? 'too_many_deals' : 'ok'
    return open.length >= FIRST_OPEN_MAX ? 'too_many_first_deals' : 'ok'
  }

  open(id: number, { buyer, fiat }: Order, offer: PlainOffer, now: number): void {
    const number = (fiat * UNIT) / offer.price
    offer.stock -= number
    offer.inDeals += number
    const dueAt = now + 30 * MINUTE_MS
    const isFirst = !this.#bought.has(buyer)
    const rest = { isFirst, cancelAskedBy: undefined, said: new Set<Side>() }
    this.deals.push({ id, offer, buyer, number, state: 'open', dueAt, ...rest })
  }

  turn(deal: PlainDeal, member: number, turn: Turn, now: number): Told {
    const side =
      member === deal.buyer ? 'buyer' : member === deal.offer.seller ? 'seller' : undefined
    if (side === undefined) return 'deal_not_found'
    const own: Partial<Record<Turn, Side>> = { pay: 'buyer', cancel: 'buyer', confirm: 'seller' }
    if ((own[turn] ?? side) !== side) return 'deal_not_yours'
    if (!isRunning(deal)) return 'deal_ended'
    const isFirst = turn === 'pay' || turn === 'cancel'
    if (isFirst !== (deal.state === 'open')) return isFirst ? 'deal_paid' : 'deal_unpaid'
    if (isFirst && deal.dueAt <= now) return 'deal_expired'
    switch (turn) {
      case 'pay':
        deal.state = 'paid'
        deal.dueAt = now + 30 * MINUTE_MS
        return 'ok'
      case 'cancel':
        this.#misused(deal, now)
        return this.#end(deal, 'cancelled', 0n)
      case 'confirm':
        return this.#end(deal, 'finished', deal.number)
      case 'cancelTogether':
        if (deal.cancelAskedBy === side) return 'deal_cancel_asked'
        if (deal.cancelAskedBy === 'buyer') this.#misused(deal, now)
        if (deal.cancelAskedBy !== undefined) return this.#end(deal, 'cancelled', 0n)
        deal.cancelAskedBy = side
        return 'ok'
      case 'dispute':
        if (deal.said.has(side)) return 'deal_disputed'
        deal.said.add(side)
        if (deal.state === 'paid') dispute(deal, now)
        return 'ok'
    }
  }

  decide(deal: PlainDeal, percent: bigint, now: number): Told {
    if (deal.state !== 'disputed') return 'deal_not_disputed'
    const toBuyer = (deal.number * percent) / 100n
    if (toBuyer === 0n) this.#misused(deal, now)
    const state = toBuyer === 0n ? 'cancelled' : toBuyer === deal.number ? 'finished' : 'split'
    return this.#end(deal, state, toBuyer)
  }

  /** What time does. */
  sweep(now: number): void {
    for (const deal of this.deals) {
      if (deal.dueAt > now) continue
      if (deal.state === 'paid') dispute(deal, now)
      else if (deal.state === 'open') {
        this.#misused(deal, now)
        this.#end(deal, 'cancelled', 0n)
      }
    }
  }

  /** The house stood still for so long. */
  standStill(ms: number): void {
    for (const deal of this.deals) if (isRunning(deal)) deal.dueAt += ms
  }

  stock(offer: PlainOffer, change: bigint): Told {
    const wallet = this.wallet(offer.seller)
    if (offer.stock + change < 0n) return 'offer_stock'
    if (wallet.available < change) return 'insufficient_balance'
    offer.stock += change
    wallet.available -= change
    wallet.held += change
    return 'ok'
  }

  #misused({ buyer }: PlainDeal, now: number): void {
    this.#misuse.set(buyer, [...(this.#misuse.get(buyer) ?? []), now])
  }

  #end(deal: PlainDeal, state: PlainDeal['state'], toBuyer: bigint): Told {
    const { offer, buyer, number } = deal
    deal.state = state
    if (toBuyer > 0n) this.#bought.add(buyer)
    offer.inDeals -= number
    offer.stock += number - toBuyer
    this.wallet(offer.seller).held -= toBuyer
    this.wallet(buyer).available += toBuyer
    return 'ok'
  }
}

function dispute(deal: PlainDeal, now: number): void {
  deal.state = 'disputed'
  deal.dueAt = now + DAY_MS
}

export function isRunning({ state }: PlainDeal): boolean {
  return state === 'open' || state === 'paid' || state === 'disputed'
}
