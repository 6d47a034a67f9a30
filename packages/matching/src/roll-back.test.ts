import { expect, test } from 'vitest'
import { type Book, createBook } from '#book.ts'
import type { Command, OpenOrder } from '#command.ts'
import { randomFlow, randomFrom } from '#random-flow.ts'

const STRETCHES = 300
const shape = {
  owners: 60,
  middle: 2_000,
  spread: 15,
  quantityMax: 60,
  firstId: 1,
  stopPercent: 20,
}

function apply(book: Book, commands: readonly Command[]) {
  book.events.clear()
  for (const command of commands) book.apply(command)
  return book.events.toArray()
}

test('what was taken back has never been: the same book, and the same events from there on', () => {
  const random = randomFrom(11)
  const next = randomFlow(random, shape)
  const [book, other] = [createBook(), createBook()]
  let changedOrders = 0
  for (let stretch = 0; stretch < STRETCHES; stretch++) {
    const commands = Array.from({ length: 1 + random.below(40) }, next)
    const mark = book.mark()
    const before = new Map([...book.state().orders].map((order) => [order.orderId, order]))
    const events = apply(book, commands)
    const changed = new Set(
      events.flatMap((event) =>
        event.kind === 'trade' ? [event.orderId, event.makerId] : [event.orderId],
      ),
    )
    book.rollBack(
      mark,
      changed,
      [...changed].flatMap((id): OpenOrder | never[] => before.get(id) ?? []),
    )
    expect(book.state()).toMatchObject(mark)
    expect(book.digest()).toBe(other.digest())
    expect(book.depth(Infinity)).toEqual(other.depth(Infinity))
    expect(apply(book, commands)).toEqual(events)
    apply(other, commands)
    changedOrders += [...changed].filter((id) => before.has(id)).length
  }
  expect(changedOrders).toBeGreaterThan(STRETCHES)
})

test('an order that is put back stands between those who came before and after it', () => {
  const book = createBook()
  const sell = (orderId: number, quantity: number): Command => ({
    kind: 'place',
    orderId,
    owner: orderId,
    side: 'sell',
    type: 'limit',
    price: 100,
    quantity,
  })
  for (const id of [1, 2, 3, 4]) book.apply(sell(id, 5))
  const orders = [...book.state().orders]
  const mark = book.mark()
  for (const orderId of [2, 3]) book.apply({ kind: 'cancel', orderId })
  book.apply(sell(5, 7))
  book.rollBack(mark, [2, 3, 5], orders.slice(1, 3))
  expect([...book.state().orders]).toEqual(orders)
  expect(book.depth(1).asks).toEqual([{ price: 100, quantity: 20 }])
})
