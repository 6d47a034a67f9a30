import type { OrderStatus, OrderType, Side, TimeInForce } from './exchange.ts'

/** How words of an order are stored: each is its place in a list, for ever. */

const sides: readonly Side[] = ['buy', 'sell']
const types: readonly OrderType[] = ['limit', 'market', 'stop_limit', 'stop_market']
const timesInForce: readonly TimeInForce[] = ['gtc', 'ioc', 'fok', 'post_only']
const statuses: readonly OrderStatus[] = [
  'waiting',
  'open',
  'filled',
  'cancelled',
  'expired',
  'prevented',
]

const TYPES_FROM = 2
const TIMES_FROM = 8

/** Such as to buy at a limit until cancelled; the column is called `terms`. */
export type OrderKind = { side: Side; type: OrderType; timeInForce: TimeInForce }

export function kindCode({ side, type, timeInForce }: OrderKind): number {
  return (
    sides.indexOf(side) +
    types.indexOf(type) * TYPES_FROM +
    timesInForce.indexOf(timeInForce) * TIMES_FROM
  )
}

export function readKind(code: number): OrderKind {
  return {
    side: read(sides, code % TYPES_FROM),
    type: read(types, Math.floor((code % TIMES_FROM) / TYPES_FROM)),
    timeInForce: read(timesInForce, Math.floor(code / TIMES_FROM)),
  }
}

export function statusCode(status: OrderStatus): number {
  return statuses.indexOf(status)
}

export function readStatus(code: number): OrderStatus {
  return read(statuses, code)
}

function read<Word>(words: readonly Word[], place: number): Word {
  const word = words[place]
  if (word === undefined) throw new RangeError(`There is no word ${place}`)
  return word
}
