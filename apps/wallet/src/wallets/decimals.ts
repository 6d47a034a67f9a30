import { decimalsOf } from '#i18n/money.ts'

/** As many decimals for each balance of a coin, so that columns line up. */
export function columnDecimals(
  amount: string,
  code: string,
): { decimals: number; minDecimals: number } {
  return { decimals: decimalsOf(amount, code), minDecimals: code === 'USDT' ? 2 : 6 }
}
