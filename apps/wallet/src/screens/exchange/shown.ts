import { UNIT, parseAmount, plainAmount } from '@btbc/money/amount.ts'

import { useFormats } from '#i18n/numbers.ts'
import { precisionOf, useMarkets } from '#markets/markets.ts'

/** Numbers on the exchange's screens: USDT to 2 places, coins to 6, prices to their tick; cut, never rounded. */

const PLACES = { USDT: 2, coins: 6 }
const UNIT_GAP = '\u00a0'

/** '20.00 USDT', '0.01 BTC'. What is too small for its places is said to be less than the smallest. */
export function useSum(): (amount: string, code: string) => string {
  const { amount: format } = useFormats()
  return (amount, code) => {
    const decimals = code === 'USDT' ? PLACES.USDT : PLACES.coins
    const smallest = UNIT / 10n ** BigInt(decimals)
    const units = parseAmount(amount) ?? 0n
    const isTiny = units > 0n && units < smallest
    const minDecimals = code === 'USDT' ? decimals : 0
    const text = format(isTiny ? plainAmount(smallest) : amount, { decimals, minDecimals })
    return `${isTiny ? '<\u00a0' : ''}${text}${UNIT_GAP}${code}`
  }
}

/** A price of a market, to its tick; of a market not known yet, to 2 places. */
export function usePrice(): (price: string, currencyId: number) => string {
  const { amount } = useFormats()
  const quotations = useMarkets().data
  return (price, currencyId) => {
    const market = quotations
      ?.flatMap(({ quotation }) => quotation)
      .find(({ currency_id }) => currency_id === currencyId)
    const decimals = market ? precisionOf(market).price : PLACES.USDT
    return amount(price, { decimals, minDecimals: decimals })
  }
}
