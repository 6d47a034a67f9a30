/** What a book answers: rows of integers in one growing buffer that is reused batch after batch. */

import type { Side } from '#command.ts'

const KINDS = [
  'rested',
  'waiting',
  'triggered',
  'trade',
  'filled',
  'cancelled',
  'amended',
  'rejected',
] as const
export type EventKind = (typeof KINDS)[number]

const REASONS = [
  'none',
  // Why an order that was accepted ends before it is filled.
  'requested',
  'self_trade',
  'ioc',
  'collar',
  // Why a command is refused; the first three end triggered stops too.
  'empty_book',
  'unfillable',
  'budget_too_small',
  'would_cross',
  'would_trigger',
  'too_many_orders',
  'book_full',
  'duplicate_order',
  'unknown_order',
  'not_a_decrease',
  'invalid_order',
  'invalid_price',
  'invalid_stop_price',
  'invalid_quantity',
] as const
export type Reason = (typeof REASONS)[number]

type Subject = { orderId: number; owner: number; side: Side }

/**
 * An order that is taken rests, waits, trades, or ends; one that is not is rejected, and that is all.
 *
 * `remaining` is what is left of the order: lots, or the budget of an order that has one.
 * A maker is filled when a trade leaves it nothing; `filled` and `cancelled` end the taker.
 */
export type MatchEvent =
  | ({ kind: 'rested'; sequence: number; price: number; remaining: number } & Subject)
  | ({ kind: 'waiting'; sequence: number; price: number; remaining: number } & Subject)
  | ({ kind: 'triggered'; price: number; remaining: number } & Subject)
  | ({
      kind: 'trade'
      sequence: number
      makerId: number
      makerOwner: number
      price: number
      quantity: number
      remaining: number
      makerRemaining: number
    } & Subject)
  | ({ kind: 'filled'; remaining: number } & Subject)
  | ({ kind: 'cancelled'; reason: Reason; price: number; remaining: number } & Subject)
  | ({ kind: 'amended'; price: number; quantity: number; remaining: number } & Subject)
  | { kind: 'rejected'; reason: Reason; orderId: number; owner: number }

/** Codes as they stand in a row. */
export const EVENT = indexOf(KINDS)
export const REASON = indexOf(REASONS)

/** What the rows hold; a column that a kind of event does not have holds nothing of meaning. */
const KIND = 0
const SEQUENCE = 1
const ORDER_ID = 2
const OWNER = 3
const MAKER_ID = 4
const MAKER_OWNER = 5
const PRICE = 6
const QUANTITY = 7
const REMAINING = 8
const MAKER_REMAINING = 9
const COLUMNS = 10

const FIRST_ROWS = 4_096

/**
 * Reading costs nothing but the reading: `kind(row)`, `price(row)` and so on, for rows 0 to `count`.
 * `at(row)` makes an object of a row, for those who have the time.
 */
export class EventBuffer {
  count = 0
  #rows = new Float64Array(FIRST_ROWS * COLUMNS)

  /** Forgets all events; their memory is used again. */
  clear(): void {
    this.count = 0
  }

  kind(row: number): EventKind {
    return KINDS[this.#code(row) & 15] ?? 'rejected'
  }
  side(row: number): Side {
    return (this.#code(row) & 16) === 0 ? 'buy' : 'sell'
  }
  reason(row: number): Reason {
    return REASONS[this.#code(row) >> 5] ?? 'none'
  }
  /** Of a trade its number in the market, of a rested or waiting order its place in time. */
  sequence(row: number): number {
    return this.#rows[row * COLUMNS + SEQUENCE] as number
  }
  /** The order the event is about; of a trade, the taker. */
  orderId(row: number): number {
    return this.#rows[row * COLUMNS + ORDER_ID] as number
  }
  owner(row: number): number {
    return this.#rows[row * COLUMNS + OWNER] as number
  }
  makerId(row: number): number {
    return this.#rows[row * COLUMNS + MAKER_ID] as number
  }
  makerOwner(row: number): number {
    return this.#rows[row * COLUMNS + MAKER_OWNER] as number
  }
  /** Of a waiting or triggered order its stop price. */
  price(row: number): number {
    return this.#rows[row * COLUMNS + PRICE] as number
  }
  quantity(row: number): number {
    return this.#rows[row * COLUMNS + QUANTITY] as number
  }
  remaining(row: number): number {
    return this.#rows[row * COLUMNS + REMAINING] as number
  }
  makerRemaining(row: number): number {
    return this.#rows[row * COLUMNS + MAKER_REMAINING] as number
  }

  at(row: number): MatchEvent {
    if (row < 0 || row >= this.count) throw new RangeError(`There is no event ${row}`)
    const kind = this.kind(row)
    const subject = { orderId: this.orderId(row), owner: this.owner(row), side: this.side(row) }
    const remaining = this.remaining(row)
    const price = this.price(row)
    switch (kind) {
      case 'filled':
        return { kind, ...subject, remaining }
      case 'rested':
      case 'waiting':
        return { kind, ...subject, sequence: this.sequence(row), price, remaining }
      case 'triggered':
        return { kind, ...subject, price, remaining }
      case 'trade':
        return { kind, ...subject, ...this.#tradeAt(row), price, remaining }
      case 'cancelled':
        return { kind, ...subject, reason: this.reason(row), price, remaining }
      case 'amended':
        return { kind, ...subject, price, quantity: this.quantity(row), remaining }
      case 'rejected':
        break
    }
    return { kind, orderId: subject.orderId, owner: subject.owner, reason: this.reason(row) }
  }

  toArray(): MatchEvent[] {
    return Array.from({ length: this.count }, (_, row) => this.at(row))
  }

  /** Writes a row of any kind but a trade. `sideCode` is 0 for a buy and 1 for a sell. */
  write(
    kind: number,
    sideCode: number,
    reason: number,
    sequence: number,
    orderId: number,
    owner: number,
    price: number,
    quantity: number,
    remaining: number,
  ): void {
    const start = this.#nextRow()
    const rows = this.#rows
    rows[start + KIND] = kind | (sideCode << 4) | (reason << 5)
    rows[start + SEQUENCE] = sequence
    rows[start + ORDER_ID] = orderId
    rows[start + OWNER] = owner
    rows[start + PRICE] = price
    rows[start + QUANTITY] = quantity
    rows[start + REMAINING] = remaining
  }

  writeTrade(
    sideCode: number,
    sequence: number,
    orderId: number,
    owner: number,
    makerId: number,
    makerOwner: number,
    price: number,
    quantity: number,
    remaining: number,
    makerRemaining: number,
  ): void {
    const start = this.#nextRow()
    const rows = this.#rows
    rows[start + KIND] = EVENT.trade | (sideCode << 4)
    rows[start + SEQUENCE] = sequence
    rows[start + ORDER_ID] = orderId
    rows[start + OWNER] = owner
    rows[start + MAKER_ID] = makerId
    rows[start + MAKER_OWNER] = makerOwner
    rows[start + PRICE] = price
    rows[start + QUANTITY] = quantity
    rows[start + REMAINING] = remaining
    rows[start + MAKER_REMAINING] = makerRemaining
  }

  #nextRow(): number {
    const start = this.count * COLUMNS
    if (start === this.#rows.length) {
      const grown = new Float64Array(this.#rows.length * 2)
      grown.set(this.#rows)
      this.#rows = grown
    }
    this.count++
    return start
  }

  #code(row: number): number {
    return this.#rows[row * COLUMNS + KIND] as number
  }

  #tradeAt(row: number) {
    return {
      sequence: this.sequence(row),
      makerId: this.makerId(row),
      makerOwner: this.makerOwner(row),
      quantity: this.quantity(row),
      makerRemaining: this.makerRemaining(row),
    }
  }
}

function indexOf<const Names extends readonly string[]>(
  names: Names,
): Record<Names[number], number> {
  return Object.fromEntries(names.map((name, code) => [name, code])) as Record<
    Names[number],
    number
  >
}
