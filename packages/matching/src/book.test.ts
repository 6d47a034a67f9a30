import { describe, expect, test } from 'vitest'
import type { BookOptions } from '#book-options.ts'
import { type Book, createBook } from '#book.ts'
import type { Command, Place, Side } from '#command.ts'
import type { MatchEvent } from '#events.ts'

/** Owners of the orders below; ids are given in the order of placing, from 1. */
const ALICE = 1
const BOB = 2
const CAROL = 3

type Terms = Partial<Omit<Place, 'kind' | 'orderId' | 'owner' | 'side'>>

/** A book with the calls a test needs, each answering with the events of that call. */
function market(options: Partial<BookOptions> = {}) {
  const book = createBook(options)
  let orderId = 0
  const apply = (command: Command): MatchEvent[] => {
    book.events.clear()
    book.apply(command)
    return book.events.toArray()
  }
  const place = (owner: number, side: Side, terms: Terms): MatchEvent[] => {
    orderId++
    return apply({ kind: 'place', orderId, owner, side, type: 'limit', ...terms })
  }
  return {
    book,
    apply,
    buy: (owner: number, terms: Terms) => place(owner, 'buy', terms),
    sell: (owner: number, terms: Terms) => place(owner, 'sell', terms),
  }
}

/** Events as short lines, for tests that tell a story. */
function told(events: readonly MatchEvent[]): string[] {
  return events.map((event) => {
    switch (event.kind) {
      case 'trade':
        return `${event.orderId} takes ${event.quantity} of ${event.makerId} at ${event.price}`
      case 'rested':
      case 'waiting':
      case 'triggered':
        return `${event.orderId} ${event.kind} at ${event.price} with ${event.remaining}`
      case 'cancelled':
        return `${event.orderId} cancelled with ${event.remaining}: ${event.reason}`
      case 'rejected':
        return `${event.orderId} rejected: ${event.reason}`
      case 'filled':
      case 'amended':
        break
    }
    return `${event.orderId} ${event.kind} with ${event.remaining}`
  })
}

function levels(book: Book): string {
  const { bids, asks } = book.depth(10)
  const side = (each: typeof bids) => each.map(({ price, quantity }) => `${quantity}@${price}`)
  return `${side(bids).join(' ')} | ${side(asks).join(' ')}`
}

describe('limit orders', () => {
  test('an order that meets nobody rests', () => {
    const { book, buy } = market()
    expect(buy(ALICE, { price: 100, quantity: 5 })).toEqual([
      {
        kind: 'rested',
        orderId: 1,
        owner: ALICE,
        side: 'buy',
        sequence: 1,
        price: 100,
        remaining: 5,
      },
    ])
    expect([book.bestBid, book.bestAsk, book.lastPrice]).toEqual([100, 0, 0])
  })

  test('a trade happens at the price of the order that was there, and says all of both sides', () => {
    const { book, buy, sell } = market()
    sell(ALICE, { price: 100, quantity: 5 })
    expect(buy(BOB, { price: 103, quantity: 2 })[0]).toEqual({
      kind: 'trade',
      sequence: 1,
      side: 'buy',
      orderId: 2,
      owner: BOB,
      makerId: 1,
      makerOwner: ALICE,
      price: 100,
      quantity: 2,
      remaining: 0,
      makerRemaining: 3,
    })
    expect(book.lastPrice).toBe(100)
    expect(book.findOrder(1)).toMatchObject({ quantity: 5, remaining: 3, type: 'limit' })
  })

  test('the best price goes first, and at one price who came first', () => {
    const { book, buy, sell } = market()
    sell(ALICE, { price: 102, quantity: 1 })
    sell(ALICE, { price: 101, quantity: 1 })
    sell(CAROL, { price: 101, quantity: 1 })
    expect(told(buy(BOB, { price: 102, quantity: 4 }))).toEqual([
      '4 takes 1 of 2 at 101',
      '4 takes 1 of 3 at 101',
      '4 takes 1 of 1 at 102',
      '4 rested at 102 with 1',
    ])
    expect(levels(book)).toBe('1@102 | ')
  })

  test('what is left of an order that trades in part waits at its limit', () => {
    const { book, buy, sell } = market()
    buy(ALICE, { price: 99, quantity: 4 })
    buy(ALICE, { price: 98, quantity: 4 })
    sell(BOB, { price: 99, quantity: 10 })
    expect(levels(book)).toBe('4@98 | 6@99')
  })

  test('post-only rests or is refused, even when it would meet its own owner', () => {
    const { book, buy, sell } = market()
    sell(ALICE, { price: 100, quantity: 1 })
    expect(told(buy(BOB, { price: 100, quantity: 1, postOnly: true }))).toEqual([
      '2 rejected: would_cross',
    ])
    expect(told(buy(ALICE, { price: 100, quantity: 1, postOnly: true }))).toEqual([
      '3 rejected: would_cross',
    ])
    buy(BOB, { price: 99, quantity: 1, postOnly: true })
    expect(levels(book)).toBe('1@99 | 1@100')
  })

  test('immediate-or-cancel takes what is there and never rests', () => {
    const { book, buy, sell } = market()
    sell(ALICE, { price: 100, quantity: 2 })
    expect(told(buy(BOB, { price: 100, quantity: 5, timeInForce: 'ioc' }))).toEqual([
      '2 takes 2 of 1 at 100',
      '2 cancelled with 3: ioc',
    ])
    expect(book.orderCount).toBe(0)
  })

  test('fill-or-kill is filled over several prices or refused as a whole', () => {
    const { book, buy, sell } = market()
    sell(ALICE, { price: 100, quantity: 2 })
    sell(ALICE, { price: 101, quantity: 2 })
    const before = book.digest()
    expect(told(buy(BOB, { price: 101, quantity: 5, timeInForce: 'fok' }))).toEqual([
      '3 rejected: unfillable',
    ])
    expect(book.digest()).toBe(before)
    expect(told(buy(BOB, { price: 101, quantity: 4, timeInForce: 'fok' })).at(-1)).toBe(
      '4 filled with 0',
    )
  })
})

describe('market orders', () => {
  test('an empty book refuses them', () => {
    const { buy, sell } = market()
    expect(told(buy(ALICE, { type: 'market', quantity: 1 }))).toEqual(['1 rejected: empty_book'])
    buy(ALICE, { price: 100, quantity: 1 })
    expect(told(sell(BOB, { type: 'market', quantity: 1 })).at(-1)).toBe('3 filled with 0')
  })

  test('they stop five percent away from the best price and never rest', () => {
    const { book, buy, sell } = market()
    for (const price of [1_000, 1_050, 1_051]) sell(ALICE, { price, quantity: 1 })
    expect(told(buy(BOB, { type: 'market', quantity: 3 }))).toEqual([
      '4 takes 1 of 1 at 1000',
      '4 takes 1 of 2 at 1050',
      '4 cancelled with 1: collar',
    ])
    expect(levels(book)).toBe(' | 1@1051')
    for (const price of [1_000, 950, 949]) buy(BOB, { price, quantity: 1 })
    expect(told(sell(ALICE, { type: 'market', quantity: 3 })).at(-1)).toBe(
      '8 cancelled with 1: collar',
    )
    expect(levels(book)).toBe('1@949 | 1@1051')
  })

  test('a sum to be raised goes down to the collar lot by lot; what is lacking there counts at the last price', () => {
    const { book, buy } = market()
    expect(book.lotsToRaise(1_000)).toBe(0)
    for (const price of [1_000, 950, 949]) buy(BOB, { price, quantity: 2 })
    const sums = [999, 1_000, 2_949, 2_950, 3_900, 4_849, 4_850, 9_000]
    expect(sums.map((sum) => book.lotsToRaise(sum))).toEqual([0, 1, 2, 3, 4, 4, 5, 9])
  })

  test('where five percent are less than a tick, only the best price is taken', () => {
    const { buy, sell } = market()
    sell(ALICE, { price: 1, quantity: 1 })
    sell(ALICE, { price: 2, quantity: 1 })
    expect(told(buy(BOB, { type: 'market', quantity: 2 })).at(-1)).toBe(
      '3 cancelled with 1: collar',
    )
  })

  test('what an exhausted book cannot give is cancelled', () => {
    const { buy, sell } = market()
    sell(ALICE, { price: 100, quantity: 1 })
    expect(told(buy(BOB, { type: 'market', quantity: 2 })).at(-1)).toBe(
      '2 cancelled with 1: empty_book',
    )
  })

  test('a budget buys whole lots and keeps less than the price of one', () => {
    const { buy, sell } = market()
    sell(ALICE, { price: 100, quantity: 3 })
    sell(ALICE, { price: 101, quantity: 9 })
    expect(told(buy(BOB, { type: 'market', quoteQuantity: 600 }))).toEqual([
      '3 takes 3 of 1 at 100',
      '3 takes 2 of 2 at 101',
      '3 filled with 98',
    ])
    expect(told(buy(BOB, { type: 'market', quoteQuantity: 100 }))).toEqual([
      '4 rejected: budget_too_small',
    ])
  })

  test('the largest budget is spent to the last unit', () => {
    const { buy, sell } = market({ quantityMax: Number.MAX_SAFE_INTEGER, ordersMax: 1 })
    sell(ALICE, { price: 3, quantity: Number.MAX_SAFE_INTEGER })
    const [trade, end] = buy(BOB, { type: 'market', quoteQuantity: Number.MAX_SAFE_INTEGER })
    expect(trade).toMatchObject({ quantity: Number((2n ** 53n - 1n) / 3n) })
    expect(end).toMatchObject({ kind: 'filled', remaining: Number((2n ** 53n - 1n) % 3n) })
  })
})

describe('orders of one owner', () => {
  test('never trade: the newer one is cancelled where they would meet', () => {
    const { book, buy, sell } = market()
    sell(BOB, { price: 100, quantity: 1 })
    sell(ALICE, { price: 100, quantity: 1 })
    sell(BOB, { price: 100, quantity: 1 })
    expect(told(buy(ALICE, { price: 100, quantity: 3 }))).toEqual([
      '4 takes 1 of 1 at 100',
      '4 cancelled with 2: self_trade',
    ])
    expect(levels(book)).toBe(' | 2@100')
  })

  test('do not count for a fill-or-kill, nor does what stands behind them', () => {
    const { buy, sell } = market()
    sell(BOB, { price: 100, quantity: 1 })
    sell(ALICE, { price: 101, quantity: 1 })
    sell(BOB, { price: 102, quantity: 5 })
    const terms = { price: 102, timeInForce: 'fok' as const }
    expect(told(buy(ALICE, { ...terms, quantity: 2 }))).toEqual(['4 rejected: unfillable'])
    expect(told(buy(ALICE, { ...terms, quantity: 1 })).at(-1)).toBe('5 filled with 0')
  })

  test('stop a market order in a book of their own', () => {
    const { buy, sell } = market()
    sell(ALICE, { price: 100, quantity: 1 })
    expect(told(buy(ALICE, { type: 'market', quantity: 1 })).at(-1)).toBe(
      '2 cancelled with 1: self_trade',
    )
  })

  test('are limited in number; orders that never rest are not', () => {
    const { apply, buy, sell } = market({ ordersPerOwnerMax: 2 })
    buy(ALICE, { price: 90, quantity: 1 })
    buy(ALICE, { type: 'stop_limit', stopPrice: 120, price: 120, quantity: 1 })
    expect(told(buy(ALICE, { price: 80, quantity: 1 }))).toEqual(['3 rejected: too_many_orders'])
    sell(BOB, { price: 100, quantity: 1 })
    expect(told(buy(ALICE, { type: 'market', quantity: 1 })).at(-1)).toBe('5 filled with 0')
    apply({ kind: 'cancel', orderId: 1 })
    expect(told(buy(ALICE, { price: 80, quantity: 1 })).at(-1)).toBe('6 rested at 80 with 1')
  })
})

describe('stop orders', () => {
  /** A market whose last trade was at this price, and which has orders around it. */
  function tradedAt(price: number) {
    const made = market()
    made.sell(BOB, { price, quantity: 1 })
    made.buy(CAROL, { price, quantity: 1 })
    return made
  }

  test('a stop that the last price has passed is refused; without a last price none is', () => {
    const { buy, sell } = tradedAt(100)
    expect(told(buy(ALICE, { type: 'stop_market', stopPrice: 100, quantity: 1 }))).toEqual([
      '3 rejected: would_trigger',
    ])
    expect(told(sell(ALICE, { type: 'stop_market', stopPrice: 100, quantity: 1 }))).toEqual([
      '4 rejected: would_trigger',
    ])
    expect(told(market().buy(ALICE, { type: 'stop_market', stopPrice: 1, quantity: 1 }))).toEqual([
      '1 waiting at 1 with 1',
    ])
  })

  test('a waiting stop is in no depth and meets nobody', () => {
    const { book, buy, sell } = tradedAt(100)
    buy(ALICE, { type: 'stop_limit', stopPrice: 110, price: 120, quantity: 1 })
    expect(told(sell(BOB, { price: 105, quantity: 1 })).at(-1)).toBe('4 rested at 105 with 1')
    expect(levels(book)).toBe(' | 1@105')
  })

  test('a trade at the stop price makes a limit order of a stop limit', () => {
    const { book, buy, sell } = tradedAt(100)
    buy(ALICE, { type: 'stop_limit', stopPrice: 105, price: 104, quantity: 2 })
    sell(BOB, { price: 105, quantity: 1 })
    expect(told(buy(CAROL, { price: 105, quantity: 1 }))).toEqual([
      '5 takes 1 of 4 at 105',
      '5 filled with 0',
      '3 triggered at 105 with 2',
      '3 rested at 104 with 2',
    ])
    expect(book.findOrder(3)).toMatchObject({ type: 'limit', stopPrice: 0, price: 104 })
  })

  test('a stop market without anybody to trade with is cancelled', () => {
    const { buy, sell } = tradedAt(100)
    sell(ALICE, { type: 'stop_market', stopPrice: 95, quantity: 2 })
    buy(BOB, { price: 95, quantity: 1 })
    expect(told(sell(CAROL, { price: 95, quantity: 1 })).slice(-2)).toEqual([
      '3 triggered at 95 with 2',
      '3 cancelled with 2: empty_book',
    ])
  })

  test('stops fire one after another: from the nearest stop price, and at one price by age', () => {
    const { buy, sell } = tradedAt(100)
    buy(ALICE, { type: 'stop_market', stopPrice: 103, quantity: 1 })
    buy(ALICE, { type: 'stop_market', stopPrice: 102, quantity: 1 })
    buy(ALICE, { type: 'stop_market', stopPrice: 103, quantity: 1 })
    buy(ALICE, { type: 'stop_market', stopPrice: 104, quantity: 1 })
    sell(BOB, { price: 103, quantity: 3 })
    sell(BOB, { price: 104, quantity: 9 })
    expect(told(buy(CAROL, { price: 103, quantity: 1 })).slice(2)).toEqual([
      '4 triggered at 102 with 1',
      '4 takes 1 of 7 at 103',
      '4 filled with 0',
      '3 triggered at 103 with 1',
      '3 takes 1 of 7 at 103',
      '3 filled with 0',
      '5 triggered at 103 with 1',
      '5 takes 1 of 8 at 104',
      '5 filled with 0',
      '6 triggered at 104 with 1',
      '6 takes 1 of 8 at 104',
      '6 filled with 0',
    ])
  })

  test('a cascade of a thousand stops ends, each having fired once', () => {
    const { book, buy, sell } = market({ ordersPerOwnerMax: 2_000 })
    for (let step = 0; step <= 1_000; step++) sell(BOB, { price: 1_000 + step, quantity: 1 })
    for (let step = 0; step < 1_000; step++)
      buy(ALICE, { type: 'stop_market', stopPrice: 1_000 + step, quantity: 1 })
    const events = buy(CAROL, { price: 1_000, quantity: 1 })
    expect(events.filter(({ kind }) => kind === 'triggered')).toHaveLength(1_000)
    expect(book.orderCount).toBe(0)
    expect(book.lastPrice).toBe(2_000)
  })

  test('a triggered stop takes its place in time when it comes to rest', () => {
    const { buy, sell } = tradedAt(100)
    sell(ALICE, { type: 'stop_limit', stopPrice: 95, price: 97, quantity: 1 })
    sell(BOB, { price: 97, quantity: 1 })
    buy(BOB, { price: 95, quantity: 1 })
    sell(CAROL, { price: 95, quantity: 1 })
    expect(told(buy(CAROL, { price: 97, quantity: 2 })).slice(0, 2)).toEqual([
      '7 takes 1 of 4 at 97',
      '7 takes 1 of 3 at 97',
    ])
  })

  test('a triggered fill-or-kill that cannot be filled is cancelled', () => {
    const { buy, sell } = tradedAt(100)
    const terms = { type: 'stop_limit', timeInForce: 'fok', stopPrice: 101, price: 101 } as const
    buy(ALICE, { ...terms, quantity: 5 })
    sell(BOB, { price: 101, quantity: 2 })
    expect(told(buy(CAROL, { price: 101, quantity: 1 })).at(-1)).toBe(
      '3 cancelled with 5: unfillable',
    )
  })
})

describe('cancelling and amending', () => {
  test('only its owner knows an order', () => {
    const { apply, buy } = market()
    buy(ALICE, { price: 100, quantity: 1 })
    expect(told(apply({ kind: 'cancel', orderId: 1, owner: BOB }))).toEqual([
      '1 rejected: unknown_order',
    ])
    expect(told(apply({ kind: 'amend', orderId: 1, owner: BOB, quantity: 1 }))).toEqual([
      '1 rejected: unknown_order',
    ])
    expect(told(apply({ kind: 'cancel', orderId: 1, owner: ALICE }))).toEqual([
      '1 cancelled with 1: requested',
    ])
    expect(told(apply({ kind: 'cancel', orderId: 1, owner: ALICE }))).toEqual([
      '1 rejected: unknown_order',
    ])
  })

  test('orders in front, between and behind can be cancelled, and time goes on counting', () => {
    const { apply, book, buy, sell } = market()
    for (let n = 0; n < 5; n++) buy(ALICE, { price: 100, quantity: 1 })
    for (const orderId of [3, 1, 5]) apply({ kind: 'cancel', orderId })
    expect(levels(book)).toBe('2@100 | ')
    expect(told(sell(BOB, { price: 100, quantity: 2 })).slice(0, 2)).toEqual([
      '6 takes 1 of 2 at 100',
      '6 takes 1 of 4 at 100',
    ])
    expect(book.bestBid).toBe(0)
  })

  test('cancel-all ends the orders and stops of one owner, oldest first, and nobody else’s', () => {
    const { apply, book, buy, sell } = market()
    sell(ALICE, { price: 110, quantity: 1 })
    buy(BOB, { price: 90, quantity: 1 })
    buy(ALICE, { type: 'stop_market', stopPrice: 105, quantity: 2 })
    buy(ALICE, { price: 80, quantity: 3 })
    expect(told(apply({ kind: 'cancel_all', owner: ALICE }))).toEqual([
      '1 cancelled with 1: requested',
      '3 cancelled with 2: requested',
      '4 cancelled with 3: requested',
    ])
    expect(apply({ kind: 'cancel_all', owner: ALICE })).toEqual([])
    expect(book.orderCount).toBe(1)
  })

  test('a lower quantity keeps the place in the queue', () => {
    const { apply, book, buy, sell } = market()
    buy(ALICE, { price: 100, quantity: 10 })
    buy(BOB, { price: 100, quantity: 10 })
    sell(CAROL, { price: 100, quantity: 4 })
    expect(told(apply({ kind: 'amend', orderId: 1, quantity: 6 }))).toEqual(['1 amended with 2'])
    expect(levels(book)).toBe('12@100 | ')
    expect(told(sell(CAROL, { price: 100, quantity: 3 })).slice(0, 2)).toEqual([
      '4 takes 2 of 1 at 100',
      '4 takes 1 of 2 at 100',
    ])
  })

  test('a quantity that is not lower, or already filled, changes nothing', () => {
    const { apply, book, buy, sell } = market()
    buy(ALICE, { price: 100, quantity: 10 })
    sell(CAROL, { price: 100, quantity: 4 })
    const before = book.digest()
    const amend = (quantity: number) => told(apply({ kind: 'amend', orderId: 1, quantity }))[0]
    expect(amend(10)).toBe('1 rejected: not_a_decrease')
    expect(amend(11)).toBe('1 rejected: not_a_decrease')
    expect(amend(4)).toBe('1 rejected: invalid_quantity')
    expect(amend(5.5)).toBe('1 rejected: invalid_quantity')
    expect(book.digest()).toBe(before)
  })
})

describe('refusals', () => {
  const refusals: [why: string, terms: Terms][] = [
    ['invalid_price', { price: 0, quantity: 1 }],
    ['invalid_price', { price: -1, quantity: 1 }],
    ['invalid_price', { price: 0.5, quantity: 1 }],
    ['invalid_price', { price: Number.NaN, quantity: 1 }],
    ['invalid_price', { price: 2 ** 27 + 1, quantity: 1 }],
    ['invalid_quantity', { price: 1, quantity: 0 }],
    ['invalid_quantity', { price: 1, quantity: 1.5 }],
    ['invalid_quantity', { price: 1, quantity: 4_000_000_001 }],
    ['invalid_quantity', { type: 'market', quoteQuantity: 2 ** 53 }],
    ['invalid_stop_price', { type: 'stop_market', stopPrice: 0, quantity: 1 }],
    ['invalid_order', { quantity: 1 }],
    ['invalid_order', { price: 1 }],
    ['invalid_order', { price: 1, quantity: 1, quoteQuantity: 1 }],
    ['invalid_order', { price: 1, quoteQuantity: 1 }],
    ['invalid_order', { price: 1, stopPrice: 1, quantity: 1 }],
    ['invalid_order', { type: 'stop_limit', price: 1, quantity: 1 }],
    ['invalid_order', { type: 'market', price: 1, quantity: 1 }],
    ['invalid_order', { type: 'market', timeInForce: 'gtc', quantity: 1 }],
    ['invalid_order', { type: 'market', timeInForce: 'fok', quoteQuantity: 1 }],
    ['invalid_order', { price: 1, quantity: 1, postOnly: true, timeInForce: 'ioc' }],
    ['invalid_order', { type: 'stop_limit', price: 1, stopPrice: 1, quantity: 1, postOnly: true }],
  ]

  test.each(refusals)('%s: %o', (why, terms) => {
    const { book, buy, sell } = market()
    sell(BOB, { price: 2, quantity: 1 })
    const before = book.digest()
    expect(buy(ALICE, terms)).toEqual([{ kind: 'rejected', reason: why, orderId: 2, owner: ALICE }])
    expect(book.digest()).toBe(before)
  })

  test('a budget is for buying', () => {
    const { sell } = market()
    expect(told(sell(ALICE, { type: 'market', quoteQuantity: 1 }))).toEqual([
      '1 rejected: invalid_order',
    ])
  })

  test('an id names one open order', () => {
    const { apply, buy } = market()
    buy(ALICE, { price: 1, quantity: 1 })
    const again = { kind: 'place', orderId: 1, owner: BOB, side: 'buy', type: 'limit' } as const
    expect(told(apply({ ...again, price: 1, quantity: 1 }))).toEqual([
      '1 rejected: duplicate_order',
    ])
  })

  test('a full book takes only what does not rest', () => {
    const { buy, sell } = market({ ordersMax: 1 })
    buy(ALICE, { price: 100, quantity: 2 })
    expect(told(sell(BOB, { price: 100, quantity: 1 }))).toEqual(['2 rejected: book_full'])
    expect(told(sell(BOB, { price: 100, quantity: 1, timeInForce: 'ioc' })).at(-1)).toBe(
      '3 filled with 0',
    )
  })

  test('an id that nobody can have is a fault of the caller', () => {
    const { apply } = market()
    const order = { kind: 'place', side: 'buy', type: 'limit', price: 1, quantity: 1 } as const
    for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
      expect(() => apply({ ...order, orderId: id, owner: ALICE })).toThrow(RangeError)
      expect(() => apply({ ...order, orderId: 1, owner: id })).toThrow(RangeError)
      expect(told(apply({ kind: 'cancel', orderId: id }))).toEqual([
        `${id} rejected: unknown_order`,
      ])
      expect(apply({ kind: 'cancel_all', owner: id })).toEqual([])
    }
  })

  test('a book whose sums would not be exact cannot be made', () => {
    expect(() => createBook({ quantityMax: 2 ** 40 })).toThrow('not exact')
    expect(() => createBook({ priceMax: 2 ** 28 + 1 })).toThrow('too far')
    expect(() => createBook({ collarBps: 10_000 })).toThrow('collar')
    expect(() => createBook({ ordersMax: 0 })).toThrow('ordersMax is 0')
  })
})

describe('edges', () => {
  test('ten thousand levels on each side are walked from the best to the last', () => {
    const { book, buy, sell } = market({ ordersPerOwnerMax: 20_000 })
    for (let level = 1; level <= 10_000; level++) {
      sell(ALICE, { price: 20_000 + 37 * level, quantity: 1 })
      buy(BOB, { price: 20_001 - level, quantity: 2 })
    }
    expect(book.depth(3)).toEqual({
      bids: [20_000, 19_999, 19_998].map((price) => ({ price, quantity: 2 })),
      asks: [20_037, 20_074, 20_111].map((price) => ({ price, quantity: 1 })),
    })
    expect(book.depth(Infinity).asks).toHaveLength(10_000)
    const trades = buy(CAROL, { price: 2 ** 27, quantity: 20_000 }).filter(
      ({ kind }) => kind === 'trade',
    )
    expect(trades.map((event) => 'price' in event && event.price)).toEqual(
      Array.from({ length: 10_000 }, (_, n) => 20_037 + 37 * n),
    )
    expect([book.bestBid, book.bestAsk]).toEqual([2 ** 27, 0])
  })

  test('the lowest and the highest price meet at the largest quantity', () => {
    const { book, buy, sell } = market()
    sell(ALICE, { price: 1, quantity: 4_000_000_000 })
    sell(ALICE, { price: 1, quantity: 4_000_000_000 })
    expect(levels(book)).toBe(' | 8000000000@1')
    buy(BOB, { price: 2 ** 27, quantity: 4_000_000_000 })
    expect(levels(book)).toBe(' | 4000000000@1')
  })

  test('events of a whole batch are kept in one buffer until it is cleared', () => {
    const { book } = market({ ordersPerOwnerMax: 10_000 })
    book.events.clear()
    for (let orderId = 1; orderId <= 5_000; orderId++)
      book.apply({
        kind: 'place',
        orderId,
        owner: 1,
        side: 'buy',
        type: 'limit',
        price: 1,
        quantity: 1,
      })
    expect(book.events.count).toBe(5_000)
    expect(book.events.at(4_999)).toMatchObject({ kind: 'rested', orderId: 5_000, sequence: 5_000 })
    expect(book.events.at(0)).toMatchObject({ kind: 'rested', orderId: 1 })
    expect(() => book.events.at(5_000)).toThrow(RangeError)
  })
})
