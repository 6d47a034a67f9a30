import { DatabaseError } from '@btbc/database/database.ts'
import { accountOf } from '@btbc/ledger/account.ts'

import { changeAccountId } from '../engine/balances.ts'
import type { StoredMarket, StoredOrder } from '../engine/stored-book.ts'
import { readStored } from '../engine/stored-book.ts'
import type { Order } from '../exchange.ts'
import { markets, type MarketSteps } from '../markets.ts'
import { ONCE } from './traders.ts'
import type { Written } from './written.ts'

/**
 * What the database would keep of the exchange, in memory: a settlement is written as a whole or
 * refused as PostgreSQL refuses it, and each one is looked at for what may never be.
 */

/** Something that may never be. */
export class Finding extends Error {}

type Money = { available: bigint; held: bigint; ordersHold: bigint }
type Ended = { n: number; order: Order }

export type KeptMarket = {
  market: MarketSteps
  epoch: number
  sequence: number
  owner: string | undefined
  untilMs: number
  orders: Map<number, StoredOrder>
  lastTrade: { id: number; price: number } | undefined
  endedCount: number
  /** How many of the ended ones are listed by their members: the history follows behind. */
  listedCount: number
}

export class Books {
  readonly markets = new Map(markets.map((market) => [market.id as number, openKept(market)]))
  readonly #accounts = new Map<number, Money>()
  readonly #keys = new Set<string>()
  readonly #names = new Map<string, number>()
  readonly #ended = new Map<number, Ended>()
  readonly #endedByName = new Map<string, Ended>()
  #numbers = 0

  of(account: number): Money {
    let money = this.#accounts.get(account)
    if (!money) {
      money = { available: 0n, held: 0n, ordersHold: 0n }
      this.#accounts.set(account, money)
    }
    return money
  }

  accounts(): Iterable<readonly [number, Money]> {
    return this.#accounts
  }

  drawNumbers(count: number): number {
    this.#numbers += count
    return this.#numbers - count + 1
  }

  market(id: number): KeptMarket {
    const kept = this.markets.get(id)
    if (!kept) throw new Error(`There is no market ${id}`)
    return kept
  }

  read(market: MarketSteps): StoredMarket {
    const { orders, lastTrade, endedCount } = this.market(market.id)
    const rows = [...orders.values()].toSorted((a, b) => a.priority - b.priority)
    const read = rows.map((row) => readStored(market, row))
    return { orders: read, lastTrade, endedCount, lastPriority: rows.at(-1)?.priority ?? 0 }
  }

  isOpen(marketId: number, id: number): boolean {
    return this.market(marketId).orders.has(id)
  }

  findEnded(id: number): Order | undefined {
    return this.#ended.get(id)?.order
  }

  /** The history catches up with what has ended. */
  list(): void {
    for (const kept of this.markets.values()) kept.listedCount = kept.endedCount
  }

  /** As the history has it, which follows behind. */
  findListed(memberId: number, clientId: string): Order | undefined {
    const found = this.#endedByName.get(`${memberId} ${clientId}`)
    const isListed = found && found.n <= this.market(found.order.marketId).listedCount
    return isListed ? found.order : undefined
  }

  /** Writes all of it; throws when the database would say no, and nothing is written. */
  settle(written: Written): void {
    for (const { marketId, epoch } of written.markets) {
      if (this.market(marketId).epoch !== epoch) throw refusedBy('market_lease_fenced', '23514')
    }
    for (const { key, accounts, available, held } of written.nets) {
      if (this.#keys.has(key)) throw refusedBy('an entry is there already', '23505')
      for (const [place, id] of accounts.entries()) {
        const money = this.of(id)
        const left = money.available + (available[place] ?? 0n)
        if (left < 0n || money.held + (held[place] ?? 0n) < 0n)
          throw refusedBy('an account below its floor', '23514')
      }
    }
    this.#write(written)
  }

  #write(written: Written): void {
    for (const net of written.nets) this.#post(net)
    for (const { marketId, id } of written.removed) {
      const { orders, market } = this.market(marketId)
      const row = orders.get(id)
      if (!row) throw new Finding(`Order ${id} is removed and was not there`)
      this.#holds(market, row, -1n)
      orders.delete(id)
    }
    for (const { marketId, row } of written.changed) {
      const { orders, market } = this.market(marketId)
      const before = orders.get(row.id)
      if (!before) throw new Finding(`Order ${row.id} is changed and was not there`)
      if (row.filled < before.filled)
        throw new Finding(`Order ${row.id} is filled less than before`)
      this.#holds(market, before, -1n)
      this.#keep(marketId, row)
    }
    for (const { marketId, row } of written.opened) {
      if (this.isOpen(marketId, row.id)) throw new Finding(`Order ${row.id} is opened twice`)
      this.#keep(marketId, row)
    }
    for (const market of written.markets) this.#end(market)
    for (const { accounts } of written.nets) for (const id of accounts) this.#checkHolds(id)
  }

  #post({ key, accounts, available, held }: Written['nets'][number]): void {
    this.#keys.add(key)
    const sums = new Map<number, bigint>()
    for (const [place, id] of accounts.entries()) {
      const money = this.of(id)
      const { currency } = accountOf(id)
      const [more, moreHeld] = [available[place] ?? 0n, held[place] ?? 0n]
      money.available += more
      money.held += moreHeld
      sums.set(currency, (sums.get(currency) ?? 0n) + more + moreHeld)
    }
    for (const [currency, sum] of sums)
      if (sum !== 0n) throw new Finding(`Entry ${key} makes ${sum} of currency ${currency}`)
  }

  #keep(marketId: number, row: StoredOrder): void {
    const { market, orders } = this.market(marketId)
    const { id, filled, quantity } = row
    if (filled >= quantity) throw new Finding(`Order ${id} is open and has all it asked for`)
    const { held, side, holdPrice } = readStored(market, row)
    const left = quantity - filled
    const needed =
      side === 'sell'
        ? left * market.lotUnits
        : left * market.quotePerStep * (row.price ?? holdPrice)
    if (held !== needed) throw new Finding(`Order ${id} holds ${held} and needs ${needed}`)
    this.#nameOnce(row.member_id, row.client_id, id)
    this.#holds(market, row, 1n)
    orders.set(id, row)
  }

  #nameOnce(memberId: number, clientId: string | null | undefined, id: number): void {
    // A bot may use a name again when its order has ended.
    if (!clientId?.startsWith(ONCE)) return
    const name = `${memberId} ${clientId}`
    const first = this.#names.get(name)
    if (first !== undefined && first !== id)
      throw new Finding(`Two orders under one name: ${name} is ${first} and ${id}`)
    this.#names.set(name, id)
  }

  #holds(market: MarketSteps, row: StoredOrder, sign: bigint): void {
    const isBuy = row.terms % 2 === 0
    const currency = isBuy ? market.quote : market.base
    this.of(changeAccountId(row.member_id, currency)).ordersHold += sign * BigInt(row.held)
  }

  #checkHolds(id: number): void {
    const { held, ordersHold } = this.of(id)
    if (held !== ordersHold)
      throw new Finding(`Account ${id} holds ${held}, and its open orders need ${ordersHold}`)
  }

  #end(written: Written['markets'][number]): void {
    const kept = this.market(written.marketId)
    const { ended, trades, endedCount, sequence } = written
    if (sequence !== kept.sequence + 1)
      throw new Finding(`Sequence ${sequence} follows ${kept.sequence}`)
    if (endedCount !== kept.endedCount + ended.length)
      throw new Finding(`${endedCount} orders have ended, and ${kept.endedCount} before them`)
    for (const [place, { order, status }] of ended.entries()) {
      const id = Number(order.id)
      if (this.#ended.has(id) || kept.orders.has(id)) throw new Finding(`Order ${id} ends twice`)
      if (order.held !== 0n || order.filled > order.quantity)
        throw new Finding(`Order ${id} ends with ${order.held} held and ${order.filled} filled`)
      if (status === 'open' || status === 'waiting') throw new Finding(`Order ${id} ends open`)
      this.#nameOnce(order.memberId, order.clientId, id)
      const found = { n: kept.endedCount + place + 1, order }
      this.#ended.set(id, found)
      if (order.clientId !== undefined)
        this.#endedByName.set(`${order.memberId} ${order.clientId}`, found)
    }
    for (const { id, price, makerId, takerId, bid, ask } of trades) {
      if (id !== (kept.lastTrade?.id ?? 0) + 1) throw new Finding(`Trade ${id} is out of order`)
      if (makerId === takerId) throw new Finding(`Trade ${id} is one with oneself`)
      if (price > bid || price < ask) throw new Finding(`Trade ${id} is beyond a limit`)
      kept.lastTrade = { id, price }
    }
    kept.sequence = sequence
    kept.endedCount = endedCount
  }
}

function openKept(market: MarketSteps): KeptMarket {
  return {
    market,
    epoch: 0,
    sequence: 0,
    owner: undefined,
    untilMs: 0,
    orders: new Map(),
    lastTrade: undefined,
    endedCount: 0,
    listedCount: 0,
  }
}

export function refusedBy(what: string, code: string): DatabaseError {
  const error = new DatabaseError(what, what.length, 'error')
  error.code = code
  return error
}
