import { UNIT } from '@btbc/money/amount.ts'
import { currencies, type CurrencyId } from '@btbc/money/currency.ts'

import type { Market } from './exchange.ts'

/** The markets and their rules. Inside the engine prices count ticks and quantities count lots. */

/** A market with its steps as numbers; `quotePerStep` is what one tick × one lot comes to. */
export type MarketSteps = Market & {
  tickUnits: number
  lotUnits: number
  quotePerStep: number
  lotsMax: number
}

/** The highest price: 1,342,177.28 USDT where the tick is 0.01. */
export const TICKS_MAX = 2 ** 27

/** The highest worth of an order in units of USDT, below 2^53: what one order comes to fits a number. */
export const NOTIONAL_MAX = 90_000_000n * UNIT

export const OPEN_ORDERS_MAX = 200

const { BTC, BNB, BTBC, ETH, USDT } = currencies

/** Every market the house knows, whether it is open or not. */
export const markets: readonly MarketSteps[] = [
  market({ base: BTC, tick: UNIT / 100n, lot: UNIT / 100_000n, quantityMax: 9_000n * UNIT }),
  market({ base: BNB, tick: UNIT / 100n, lot: UNIT / 1_000n, quantityMax: 900_000n * UNIT }),
  market({ base: BTBC, tick: UNIT / 10_000n, lot: UNIT / 100n, quantityMax: 9_000_000n * UNIT }),
  market({ base: ETH, tick: UNIT / 100n, lot: UNIT / 10_000n, quantityMax: 90_000n * UNIT }),
]

const byId = new Map(markets.map((each) => [each.id as number, each]))

export function findMarket(id: number): MarketSteps | undefined {
  return byId.get(id)
}

export function getMarket(id: number): MarketSteps {
  const found = byId.get(id)
  if (!found) throw new RangeError(`There is no market ${id}`)
  return found
}

function market(rules: {
  base: { id: CurrencyId; code: string }
  tick: bigint
  lot: bigint
  quantityMax: bigint
}): MarketSteps {
  const { base, tick, lot, quantityMax } = rules
  const quotePerStep = (tick * lot) / UNIT
  if (quotePerStep * UNIT !== tick * lot) throw new RangeError(`${base.code} would need fractions`)
  return {
    id: base.id,
    name: `${base.code}/${USDT.code}`,
    symbol: `${base.code}${USDT.code}`,
    base: base.id,
    quote: USDT.id,
    tick,
    lot,
    notionalMin: UNIT,
    quantityMax,
    tickUnits: Number(tick),
    lotUnits: Number(lot),
    quotePerStep: Number(quotePerStep),
    lotsMax: Number(quantityMax / lot),
  }
}

/** Of one market, or of all. */
export function marketIds(marketId?: number): number[] {
  return marketId === undefined ? markets.map(({ id }) => id) : [marketId]
}
