/** Flows of orders for the matching benchmark, the same for every book that takes them. */

import { type Book, createBook } from '@btbc/matching/book.ts'
import type { Command, Place } from '@btbc/matching/command.ts'
import { type Random, randomFrom } from '@btbc/matching/random-flow.ts'

export type Flow = {
  name: string
  /** Fills the book before the clock starts. */
  prefill: readonly Command[]
  commands: readonly Command[]
}

const COMMANDS = 200_000
const SEED = 20_260
const START_PRICE = 32_768
/** Orders stand within so many ticks of the middle, far inside the collar of market orders. */
const REACH = 50
const QUANTITY_MAX = 100
/**
 * Buyers and sellers are different people, so that no order meets one of its owner, which the peers
 * would let trade; and there are enough of them that nobody reaches the limit of open orders.
 */
const OWNERS_PER_SIDE = 2_000
const EXPECTED_REASONS = new Set(['requested', 'empty_book'])

/** 60 % limit orders, 10 % market orders and 30 % cancels, around so many resting orders. */
export function makeFlow(name: string, resting: number, spreadsEvenly: boolean): Flow {
  const random = randomFrom(SEED)
  const book = createBook()
  const live = new LiveOrders()
  let middle = START_PRICE
  let orderId = 0
  const place = (side: Place['side'], price: number | undefined): Place => ({
    kind: 'place',
    orderId: ++orderId,
    owner: 1 + 2 * random.below(OWNERS_PER_SIDE) + (side === 'buy' ? 0 : 1),
    side,
    type: price === undefined ? 'market' : 'limit',
    timeInForce: price === undefined ? 'ioc' : 'gtc',
    postOnly: false,
    price,
    stopPrice: undefined,
    quantity: 1 + random.below(QUANTITY_MAX),
    quoteQuantity: undefined,
  })
  const next = (): Command => {
    if (random.chance(0.02)) middle += random.pick([-1, 1])
    const what = random.below(10)
    const side = random.pick(['buy', 'sell'] as const)
    if (what < 6 || live.count === 0) {
      if (spreadsEvenly) return place(side, middle + random.below(2 * REACH + 1) - REACH)
      const isPassive = random.chance(live.count < resting ? 0.9 : 0.65)
      return place(side, priceNear(random, middle, (side === 'buy') === isPassive))
    }
    if (what === 6) return place(side, undefined)
    return { kind: 'cancel', orderId: live.pick(random), owner: undefined }
  }
  const take = (command: Command): Command => {
    book.events.clear()
    book.apply(command)
    live.follow(book)
    return command
  }
  const prefill = Array.from({ length: resting }, (_, n) =>
    take(place(n % 2 === 0 ? 'buy' : 'sell', priceNear(random, middle, n % 2 === 0))),
  )
  const commands = Array.from({ length: COMMANDS }, () => take(next()))
  return { name, prefill, commands }
}

function priceNear(random: Random, middle: number, isBelow: boolean): number {
  const away = 1 + random.below(REACH)
  return isBelow ? middle - away : middle + away
}

/** The ids that a cancel can name, and one of them at random. */
class LiveOrders {
  readonly #ids: number[] = []
  readonly #places = new Map<number, number>()

  get count(): number {
    return this.#ids.length
  }

  pick(random: Random): number {
    return this.#ids[random.below(this.#ids.length)] ?? 0
  }

  follow({ events }: Book): void {
    for (let row = 0; row < events.count; row++) {
      const kind = events.kind(row)
      if (kind === 'rested') {
        this.#places.set(events.orderId(row), this.#ids.length)
        this.#ids.push(events.orderId(row))
      } else if (kind === 'trade' && events.makerRemaining(row) === 0) {
        this.#drop(events.makerId(row))
      } else if (kind === 'cancelled' || kind === 'rejected') {
        if (!EXPECTED_REASONS.has(events.reason(row)))
          throw new Error(`The peers know no ${events.reason(row)}`)
        if (events.reason(row) === 'requested') this.#drop(events.orderId(row))
      }
    }
  }

  #drop(id: number): void {
    const place = this.#places.get(id)
    const last = this.#ids.pop()
    if (place === undefined || last === undefined) throw new Error(`Order ${id} is not there`)
    if (last !== id) {
      this.#ids[place] = last
      this.#places.set(last, place)
    }
    this.#places.delete(id)
  }
}
