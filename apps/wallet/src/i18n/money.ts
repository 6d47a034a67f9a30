import type { AmountDisplay } from '@btbc/ui/display-amount.ts'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type Money = (
  amount: string,
  code: string,
  options?: Pick<AmountDisplay, 'minDecimals' | 'signed'>,
) => string

const UNIT_GAP = '\u00a0'

/** An exact amount with its currency: '20.00 USDT'. Starts and points are counted, not measured. */
export function useMoney(): Money {
  const t = useText()
  const formats = useFormats()
  return (amount, code, options = {}) => {
    if (code === 'LAUNCH' || code === 'POINT') {
      const count = Number(amount.replace('-', ''))
      const shown = formats.amount(amount, { ...options, minDecimals: 0 })
      return t(code === 'LAUNCH' ? 'wallet.starts' : 'wallet.points', { count, shown })
    }
    return `${formats.amount(amount, { minDecimals: 2, ...options })}${UNIT_GAP}${code}`
  }
}
