import { isTiny, type AmountDisplay } from '@btbc/ui/display-amount.ts'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type Money = (
  amount: string,
  code: string,
  options?: Pick<AmountDisplay, 'decimals' | 'minDecimals' | 'signed'>,
) => string

const UNIT_GAP = '\u00a0'

/** An exact amount with its currency: '20.00 USDT'. Starts and points are counted, not measured. */
export function useMoney(): Money {
  const t = useText()
  const formats = useFormats()
  return (amount, code, options = {}) => {
    if (code === 'LAUNCH' || code === 'POINT') {
      const count = Number.parseInt(amount.replace('-', ''), 10)
      const shown = formats.amount(amount, { ...options, minDecimals: 0 })
      return t(code === 'LAUNCH' ? 'wallet.starts' : 'wallet.points', { count, shown })
    }
    return `${formats.amount(amount, { minDecimals: 2, ...options })}${UNIT_GAP}${code}`
  }
}

/** The same as one reads it in a list or a note. What is agreed to is shown to its last digit. */
export function useShortMoney(): Money {
  const money = useMoney()
  return (amount, code, options = {}) =>
    money(amount, code, { decimals: decimalsOf(amount, code), ...options })
}

const DECIMALS_MAX = 8

/** Two of USDT and of the bank's unit, six of a coin; the rest is cut, unless nothing were left. */
export function decimalsOf(amount: string, code: string): number {
  const decimals = code === 'USDT' || code === 'BANK' ? 2 : 6
  return isTiny(amount, decimals) ? DECIMALS_MAX : decimals
}
