import type { Command } from './engine/queue.ts'
import type { NewOrder, Order, OrderName, Outcome } from './exchange.ts'

/** Orders that may have been placed before: under one name an app places one order, however often it asks. */

const ORDERS_AT_ONCE_MAX = 50

export type Unanswered<C> = C extends Command ? Omit<C, 'answer'> : never
export type FindEnded = (name: OrderName) => Promise<Order | undefined>
type Parts = {
  findEnded: FindEnded
  submit: (command: Unanswered<Command>) => Promise<Outcome[]>
  /** How often the engine has read its books. */
  readings: () => number
}

export async function placeOnce(parts: Parts, orders: readonly NewOrder[]): Promise<Outcome[]> {
  const { submit } = parts
  if (orders.length === 0 || orders.length > ORDERS_AT_ONCE_MAX) {
    throw new RangeError(`${orders.length} orders at once`)
  }
  if (orders.every(({ onRepeat }) => onRepeat !== 'first')) {
    return await submit({ kind: 'place', orders })
  }
  const first = await findFirsts(parts, orders)
  const known = first.map(
    (order): Outcome | undefined =>
      order && { outcome: 'accepted', order, fills: [], released: 0n },
  )
  return await placeOthers(known, orders, (fresh) => submit({ kind: 'place', orders: fresh }))
}

/** Places together those of which no outcome is known; each has its own where it stood. */
export async function placeOthers(
  known: readonly (Outcome | undefined)[],
  orders: readonly NewOrder[],
  place: (others: readonly NewOrder[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const others = orders.filter((_, n) => known[n] === undefined)
  const outcomes = others.length === 0 ? [] : await place(others)
  let next = 0
  return known.map((outcome) => {
    if (outcome) return outcome
    next += 1
    return outcomes[next - 1] ?? { outcome: 'unknown' }
  })
}

/**
 * A retry may name an order that ended long ago. What ends from here on the engine knows by itself,
 * until it reads its books anew: then it is looked for once more.
 */
async function findFirsts(parts: Parts, orders: readonly NewOrder[]) {
  for (;;) {
    const reading = parts.readings()
    const first = await Promise.all(orders.map((order) => findFirst(parts, order)))
    if (parts.readings() === reading) return first
  }
}

async function findFirst({ findEnded }: Parts, order: NewOrder): Promise<Order | undefined> {
  const { memberId, clientId, onRepeat } = order
  if (onRepeat !== 'first' || clientId === undefined) return undefined
  return await findEnded({ memberId, clientId })
}
