import { expect, test } from 'vitest'
import { type Book, createBook } from '#book.ts'
import type { OpenOrder } from '#command.ts'
import { randomFlow, randomFrom } from '#random-flow.ts'
import { restoreBook, takeSnapshot } from '#snapshot.ts'

const shape = {
  owners: 50,
  middle: 5_000,
  spread: 40,
  quantityMax: 50,
  firstId: 1,
  stopPercent: 20,
}

function bookOf(seed: number, commands: number): { book: Book; step: (book: Book) => void } {
  const book = createBook()
  const next = randomFlow(randomFrom(seed), shape)
  for (let n = 0; n < commands; n++) book.apply(next())
  return { book, step: (each) => each.apply(next()) }
}

test('a restored book is the same book and goes on in the same way', () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { book } = bookOf(seed, 500)
    const restored = restoreBook(takeSnapshot(book))
    expect(restored.digest()).toBe(book.digest())
    expect(takeSnapshot(restored)).toEqual(takeSnapshot(book))
    const next = randomFlow(randomFrom(seed), { ...shape, firstId: 10_000 })
    book.events.clear()
    for (let n = 0; n < 500; n++) {
      const command = next()
      book.apply(command)
      restored.apply(command)
    }
    expect(restored.events.toArray()).toEqual(book.events.toArray())
    expect(restored.digest()).toBe(book.digest())
  }
})

test('a book made from its orders in any order is the same book', () => {
  const { book } = bookOf(7, 2_000)
  const orders = [...book.state().orders].toSorted((a, b) => a.price - b.price)
  const rebuilt = createBook({}, { ...book.state(), orders })
  expect(rebuilt.digest()).toBe(book.digest())
})

test('any single difference between two books shows in the digest', () => {
  const { book } = bookOf(3, 1_000)
  const state = { ...book.state(), orders: [...book.state().orders] }
  const changed = (change: (order: OpenOrder, place: number) => Partial<OpenOrder>, count = 3) =>
    state.orders.slice(0, count).map((_, at) => {
      const orders = state.orders.map((order, n) =>
        n === at ? { ...order, ...change(order, n) } : order,
      )
      return createBook({}, { ...state, orderSequence: 10 ** 9, orders }).digest()
    })
  const digests = [
    book.digest(),
    createBook({}, { ...state, lastPrice: state.lastPrice + 1 }).digest(),
    createBook({}, { ...state, tradeSequence: state.tradeSequence + 1 }).digest(),
    createBook({}, { ...state, orders: state.orders.slice(1) }).digest(),
    ...changed(({ orderId }) => ({ orderId: orderId + 2 ** 40 })),
    ...changed(({ owner }) => ({ owner: owner + 1_000 })),
    ...changed(({ quantity }) => ({ quantity: quantity + 1 })),
    ...changed(({ remaining, quantity }) => ({ remaining: remaining + 1, quantity: quantity + 2 })),
    ...changed((_, n) => ({ sequence: 10 ** 8 + n })),
  ]
  expect(new Set(digests).size).toBe(digests.length)
})

test('bytes that are not a whole snapshot are refused', () => {
  const { book } = bookOf(5, 300)
  const bytes = takeSnapshot(book)
  const spoilt = (at: number, value: number) => bytes.with(at, value)
  expect(() => restoreBook(new Uint8Array(3))).toThrow('too short')
  expect(() => restoreBook(bytes.subarray(0, -1))).toThrow('length')
  expect(() => restoreBook(spoilt(7, 0x40))).toThrow('version')
  // The last byte but eight of an order's owner: another whole number, another book.
  expect(() => restoreBook(spoilt(56 + 8 + 6, 0x41))).toThrow(RangeError)
  const inside = new Uint8Array(bytes.length + 5)
  inside.set(bytes, 5)
  expect(restoreBook(inside.subarray(5)).digest()).toBe(book.digest())
})

test('orders that could not have stood in a book are refused', () => {
  const order: OpenOrder = {
    orderId: 1,
    owner: 1,
    side: 'buy',
    type: 'limit',
    timeInForce: 'gtc',
    price: 10,
    stopPrice: 0,
    quantity: 5,
    remaining: 5,
    byBudget: false,
    sequence: 1,
  }
  const load = (...orders: OpenOrder[]) =>
    createBook({}, { lastPrice: 0, tradeSequence: 0, orderSequence: 9, orders })
  const other = { orderId: 2, sequence: 2 }
  expect(load(order, { ...order, ...other }).orderCount).toBe(2)
  expect(() => load(order, { ...order, ...other, side: 'sell' })).toThrow('crossed')
  expect(() => load(order, { ...order, sequence: 2 })).toThrow('twice')
  expect(() => load(order, { ...order, orderId: 2 })).toThrow('out of sequence')
  expect(() => load({ ...order, sequence: 10 })).toThrow('out of sequence')
  expect(() => load({ ...order, remaining: 6 })).toThrow(RangeError)
  expect(() => load({ ...order, remaining: 0 })).toThrow(RangeError)
  expect(() => load({ ...order, price: 0 })).toThrow(RangeError)
  expect(() => load({ ...order, timeInForce: 'ioc' })).toThrow('would not rest')
})
