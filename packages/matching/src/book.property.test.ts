import { expect, test } from 'vitest'
import { createBook } from '#book.ts'
import type { Command, Place, Side } from '#command.ts'
import type { MatchEvent } from '#events.ts'
import { randomFlow, randomFrom } from '#random-flow.ts'

const COMMANDS = 15_000
const shape = {
  owners: 60,
  middle: 2_000,
  spread: 15,
  quantityMax: 60,
  firstId: 1,
  stopPercent: 10,
}

type Resting = { side: Side; price: number; sequence: number; remaining: number }

/** Whoever only knows what was placed and reads the events, as the engine does, and believes nothing. */
class Reader {
  readonly resting = new Map<number, Resting>()
  /** What each order may still trade, from the moment it is taken. */
  readonly #left = new Map<number, number>()
  #trades = 0

  take({ orderId, quantity, quoteQuantity }: Place): void {
    this.#left.set(orderId, quantity ?? quoteQuantity ?? 0)
  }

  read(event: MatchEvent): void {
    const { orderId } = event
    if (event.kind === 'rested') this.resting.set(orderId, event)
    else if (event.kind === 'trade') this.#readTrade(event)
    else if (event.kind === 'amended') {
      this.#left.set(orderId, event.remaining)
      const resting = this.resting.get(orderId)
      if (resting) this.resting.set(orderId, { ...resting, remaining: event.remaining })
    } else if (event.kind === 'cancelled' || event.kind === 'filled') {
      expect(event.remaining).toBe(this.#left.get(orderId))
      this.resting.delete(orderId)
    }
  }

  #readTrade(event: MatchEvent & { kind: 'trade' }): void {
    const { makerId, price, quantity, remaining, makerRemaining, side } = event
    expect(event.sequence).toBe(++this.#trades)
    const maker = this.resting.get(makerId)
    if (!maker) throw new Error(`Order ${makerId} trades and does not rest`)
    expect([maker.price, maker.side === side]).toEqual([price, false])
    for (const other of this.resting.values()) {
      if (other.side === side) continue
      const isBetter = side === 'buy' ? other.price < price : other.price > price
      const isEarlier = other.price === price && other.sequence < maker.sequence
      if (isBetter || isEarlier) throw new Error(`Order ${makerId} was not the first in line`)
    }
    const left = this.#left.get(event.orderId) ?? 0
    // A taker pays in lots, or in money when it has a budget.
    expect([left - quantity, left - quantity * price]).toContain(remaining)
    expect(makerRemaining).toBe((this.#left.get(makerId) ?? 0) - quantity)
    expect([remaining >= 0, makerRemaining >= 0, quantity > 0]).toEqual([true, true, true])
    this.#left.set(event.orderId, remaining)
    this.#left.set(makerId, makerRemaining)
    if (makerRemaining === 0) this.resting.delete(makerId)
    else this.resting.set(makerId, { ...maker, remaining: makerRemaining })
  }
}

function levelsOf(resting: Iterable<Resting>, side: Side): { price: number; quantity: number }[] {
  const sums = new Map<number, number>()
  for (const order of resting) {
    if (order.side !== side) continue
    sums.set(order.price, (sums.get(order.price) ?? 0) + order.remaining)
  }
  return [...sums]
    .map(([price, quantity]) => ({ price, quantity }))
    .toSorted((a, b) => (side === 'buy' ? b.price - a.price : a.price - b.price))
}

test('what was placed and the events tell the book, in price-time priority and never beyond what was ordered', () => {
  const book = createBook()
  const reader = new Reader()
  const next = randomFlow(randomFrom(2), shape)
  for (let step = 0; step < COMMANDS; step++) {
    const command: Command = next()
    book.events.clear()
    book.apply(command)
    if (command.kind === 'place' && book.events.kind(0) !== 'rejected') reader.take(command)
    for (const event of book.events.toArray()) reader.read(event)
    if (step % 20 !== 0) continue
    const { bids, asks } = book.depth(Infinity)
    expect(bids).toEqual(levelsOf(reader.resting.values(), 'buy'))
    expect(asks).toEqual(levelsOf(reader.resting.values(), 'sell'))
    expect((bids[0]?.price ?? 0) < (asks[0]?.price ?? Infinity)).toBe(true)
  }
  const rested = [...book.state().orders].filter(({ type }) => type === 'limit')
  expect(rested.map(({ orderId }) => orderId).toSorted((a, b) => a - b)).toEqual(
    [...reader.resting.keys()].toSorted((a, b) => a - b),
  )
})

test('the same commands give the same events', () => {
  const [one, other] = [createBook(), createBook()]
  for (const book of [one, other]) {
    const next = randomFlow(randomFrom(4), shape)
    for (let step = 0; step < 2_000; step++) book.apply(next())
  }
  expect(other.events.toArray()).toEqual(one.events.toArray())
})
