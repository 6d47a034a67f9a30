import type { Random } from '@btbc/matching/random-flow.ts'
import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import type { Command } from '../engine/queue.ts'
import type { NewOrder, OrderName } from '../exchange.ts'
import type { Unanswered } from '../place-once.ts'

/** What members ask of the exchange, at random. */

export type Asked = Unanswered<Command>

export const TRADERS = 6
const { BTC, BNB, BTBC, USDT } = currencies
const FIRST: readonly (readonly [currency: CurrencyId, amount: bigint])[] = [
  [USDT.id, 20_000n],
  [BTC.id, 1n],
  [BNB.id, 50n],
  [BTBC.id, 5_000n],
]
/** Middle price, the least quantity that is drawn, and the step of prices. */
type Shape = { marketId: CurrencyId; price: bigint; quantity: bigint; step: bigint }
const SHAPES: readonly [Shape, ...Shape[]] = [
  { marketId: BTC.id, price: 60_000n * UNIT, quantity: 1_000n, step: UNIT / 100n },
  { marketId: BNB.id, price: 600n * UNIT, quantity: 100_000n, step: UNIT / 100n },
  { marketId: BTBC.id, price: UNIT, quantity: UNIT, step: UNIT / 10_000n },
]
const KNOWN_MAX = 60
/** How names begin that stand for one order for ever. */
export const ONCE = 'once'

export function firstFunds(): { memberId: number; currency: CurrencyId; amount: bigint }[] {
  return Array.from({ length: TRADERS }, (_, n) =>
    FIRST.map(([currency, amount]) => ({ memberId: n + 1, currency, amount: amount * UNIT })),
  ).flat()
}

export class Traders {
  /** Orders that were taken a while ago, open or ended. */
  readonly #known: OrderName[] = []
  readonly #random: Random
  #names = 0

  constructor(random: Random) {
    this.#random = random
  }

  learn(name: OrderName): void {
    this.#known.push(name)
    if (this.#known.length > KNOWN_MAX) this.#known.shift()
  }

  someone(): number {
    return 1 + this.#random.below(TRADERS)
  }

  next(): Asked {
    const random = this.#random
    const name = this.#known[random.below(Math.max(1, this.#known.length))]
    const kind = random.below(100)
    if (kind < 18 && name) return { kind: 'cancel', name }
    if (kind < 24 && name)
      return { kind: 'amend', amendment: { ...name, quantity: this.#quantity() } }
    if (kind < 26) {
      const marketId = random.chance(0.5) ? undefined : random.pick(SHAPES).marketId
      return { kind: 'cancel_all', memberId: this.someone(), marketId }
    }
    const memberId = this.someone()
    const count = kind < 30 ? 1 + random.below(5) : 1
    return {
      kind: 'place',
      orders: Array.from({ length: count }, () => this.#order(memberId)),
    }
  }

  #quantity(): bigint {
    const { quantity } = this.#random.pick(SHAPES)
    return quantity * BigInt(1 + this.#random.below(20))
  }

  #order(memberId: number): NewOrder {
    const random = this.#random
    const { marketId, price, quantity, step } = random.pick(SHAPES)
    const side = random.pick(['buy', 'sell'] as const)
    const near = price + BigInt(random.below(41) - 20) * step
    const away = BigInt(random.below(10)) * step
    const stopPrice = side === 'buy' ? near + away : near - away
    const plain = { memberId, marketId, side, quantity: quantity * BigInt(2 + random.below(40)) }
    const onRepeat = random.pick(['first', 'first', 'refuse'] as const)
    const clientId = `${onRepeat === 'first' ? ONCE : 'bot'} ${(this.#names += 1)}`
    const named = random.chance(0.4) ? { clientId, onRepeat } : {}
    const order: NewOrder = { ...plain, ...named, type: 'limit', price: near }
    const { quantity: _, ...unsized } = { ...plain, ...named }
    switch (random.below(14)) {
      case 0:
        return { ...plain, ...named, type: 'market' }
      case 1:
        return { ...unsized, type: 'market', budget: BigInt(1 + random.below(400)) * UNIT + 7n }
      case 2:
        return { ...order, timeInForce: 'ioc' }
      case 3:
        return {
          ...order,
          timeInForce: 'fok',
          onUnfillable: onRepeat === 'refuse' ? 'expire' : 'refuse',
        }
      case 4:
        return { ...order, timeInForce: 'post_only' }
      case 5:
        return { ...order, type: 'stop_limit', stopPrice }
      case 6:
        return { ...plain, ...named, type: 'stop_market', stopPrice }
      default:
        return order
    }
  }
}
