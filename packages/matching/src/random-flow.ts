/** Random commands for tests and benchmarks: the same seed gives the same flow. */

import type { Command, OrderType, Place, Side, TimeInForce } from '#command.ts'

export type Random = {
  /** A whole number from 0 to below the given one. */
  below(count: number): number
  chance(probability: number): boolean
  pick<Value>(values: readonly [Value, ...Value[]]): Value
}

/** Mulberry32: small, and good enough to shuffle orders. */
export function randomFrom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (values) => values[below(values.length)] ?? values[0],
  }
}

export type FlowShape = {
  owners: number
  /** Prices are drawn within this many ticks of the middle. */
  middle: number
  spread: number
  quantityMax: number
  /** Ids begin here. */
  firstId: number
  /** How many of a hundred placed orders are stops. */
  stopPercent: number
}

/** The book fills up for a third of this many commands and empties in the rest. */
const MOOD_LASTS = 1_200
const CALM = 0.25
const EAGER = 0.95

/** Every kind of command, with some that must be refused, around orders that are often open. */
export function randomFlow(random: Random, shape: FlowShape): () => Command {
  let nextId = shape.firstId
  let step = 0
  const known = (): number => Math.max(1, nextId - 1 - random.below(random.pick([20, 200, 2_000])))
  const someone = (): number => 1 + random.below(shape.owners)
  return () => {
    const eager = step++ % MOOD_LASTS < MOOD_LASTS / 3 ? CALM : EAGER
    const what = random.below(1_000)
    if (what < 700)
      return randomPlace(random, shape, random.chance(0.01) ? known() : nextId++, eager)
    const owner = random.chance(0.2) ? someone() : undefined
    if (what < 900) return { kind: 'cancel', orderId: known(), owner }
    if (what < (eager === EAGER ? 990 : 999)) {
      const quantity = random.below(shape.quantityMax)
      return { kind: 'amend', orderId: known(), owner, quantity }
    }
    return { kind: 'cancel_all', owner: someone() }
  }
}

function randomPlace(random: Random, shape: FlowShape, orderId: number, eager: number): Place {
  const side = random.pick<Side>(['buy', 'sell'])
  const isStop = random.below(100) < shape.stopPercent
  const isMarket = random.chance(0.15)
  const type: OrderType = isMarket
    ? isStop
      ? 'stop_market'
      : 'market'
    : isStop
      ? 'stop_limit'
      : 'limit'
  const usual = isMarket ? undefined : random.pick([undefined, 'gtc' as const])
  const timeInForce = random.chance(0.15) ? random.pick<TimeInForce>(['ioc', 'fok']) : usual
  const canSpend = isMarket && side === 'buy' && timeInForce !== 'fok'
  const byBudget = canSpend && random.chance(0.5)
  const quantity = 1 + random.below(shape.quantityMax)
  const budget = (random.chance(0.1) ? 0 : quantity * shape.middle) + random.below(2 * shape.middle)
  const place: Place = {
    kind: 'place',
    orderId,
    owner: 1 + random.below(shape.owners),
    side,
    type,
    timeInForce,
    postOnly: type === 'limit' && timeInForce === usual && random.chance(0.1),
    price: isMarket ? undefined : priceFor(random, shape, side, eager),
    // Where the price will be if it goes on: above it to buy, below it to sell.
    stopPrice: isStop ? priceFor(random, shape, side === 'buy' ? 'sell' : 'buy', eager) : undefined,
    quantity: byBudget ? undefined : quantity,
    quoteQuantity: byBudget ? budget : undefined,
  }
  return random.chance(0.02) ? spoilt(random, place) : place
}

/** A price that lets an order rest, or for the eager any price of the market. */
function priceFor(
  random: Random,
  { middle, spread }: FlowShape,
  side: Side,
  eager: number,
): number {
  if (random.chance(eager)) return middle - spread + random.below(2 * spread + 1)
  return side === 'buy' ? middle - random.below(spread + 1) : middle + random.below(spread + 1)
}

/** An order that no book may take, more often than not. */
function spoilt(random: Random, place: Place): Place {
  const bad = random.pick([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
  return random.pick<Place>([
    { ...place, price: bad },
    { ...place, stopPrice: bad },
    { ...place, quantity: bad },
    { ...place, quoteQuantity: bad },
    { ...place, postOnly: true },
    { ...place, timeInForce: 'gtc' },
    { ...place, timeInForce: 'fok', quoteQuantity: 1 },
    { ...place, type: random.pick<OrderType>(['limit', 'market', 'stop_limit', 'stop_market']) },
  ])
}
