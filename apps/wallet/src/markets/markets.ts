import { houseNow } from '@btbc/client/house-clock.ts'
import { listMarkets } from '@btbc/contract/exchange.ts'
import { currencies } from '@btbc/money/currency.ts'
import { isZero, parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'
import { useCall } from '#api/query.ts'
import { useDays } from '#markets/live-market.ts'
import { decimalsOfStep, type Rules } from '#markets/rules.ts'
import { store, stored } from '#storage.ts'

/** The markets, and the one that is looked at. */

export const LEGAL_USDT = currencies.USDT.id
const BTC = currencies.BTC.id
const REFRESH_MS = 60_000

export type Market = Answer<typeof listMarkets>[number]['quotation'][number]

export function useMarkets() {
  return useCall(listMarkets, {}, { refetchInterval: REFRESH_MS })
}

type Quotations = Answer<typeof listMarkets>

/** Against USDT, with what the socket said since. */
export function useMoving(quotations: Quotations): Market[] {
  const days = useDays()
  const markets = quotations.find(({ legal_id }) => legal_id === LEGAL_USDT)?.quotation ?? []
  return markets.map((market) => {
    const day = days.get(market.currency_id)
    return day === undefined ? market : { ...market, ...day }
  })
}

/** The pair that was looked at last, on this device. */
export function currentMarketId(): number {
  return Number(stored('currentCurrencyID') ?? BTC)
}

type Named = Pick<Market, 'currency_id' | 'currency_name'>

export function rememberMarket({ currency_id, currency_name }: Named): void {
  store('currentCurrencyID', String(currency_id))
  store('currentCurrency', currency_name)
}

/** As the seeds' client keeps it. */
export function rememberedPair(): string {
  return `${stored('currentCurrency') ?? 'BTC'}/USDT`
}

const OLD_MS = 3_600_000

/** Whether its last price is of long ago, or was never traded at. */
export function isOld({ traded_at, volume }: Market): boolean {
  return traded_at === null || isQuiet({ volume }) || houseNow() - Date.parse(traded_at) > OLD_MS
}

/** Whether nothing was traded in 24 hours: there is no change then, rather than one of zero. */
export function isQuiet({ volume }: Pick<Market, 'volume'>): boolean {
  return isZero(volume)
}

export function pairName(market: Market): string {
  return `${market.currency_name}/USDT`
}

export function rulesOf({ tick, lot, min_notional }: Market): Rules {
  return {
    tick: parseAmount(tick) ?? 1n,
    lot: parseAmount(lot) ?? 1n,
    notionalMin: parseAmount(min_notional) ?? 0n,
  }
}

/** How prices and quantities of a market are written. */
export function precisionOf(market: Market): { price: number; quantity: number } {
  const { tick, lot } = rulesOf(market)
  return { price: decimalsOfStep(tick), quantity: decimalsOfStep(lot) }
}
