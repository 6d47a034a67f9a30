import { useSettled } from '@btbc/ui/useSettled.ts'

import { useFormats } from '#i18n/numbers.ts'
import { type TextKey, useText } from '#i18n/text.ts'
import { canPay, isWithin, type Limits } from '#payments/limits.ts'

type Rail = Limits & { left: string }

/** What is wrong with the amount of a deposit, in the words of the seeds; each rail has its own for none. */
export function useAmountFault(): (
  amount: string,
  rail: Rail,
  none: TextKey,
) => string | undefined {
  const t = useText()
  const { amount: shown } = useFormats()
  return (amount, { min, max, left }, none) => {
    const plain = (limit: string) => shown(limit, { minDecimals: 0 })
    if (amount === '') return t(none)
    if (!isWithin(amount, { min, max }))
      return t('rails.outOfRange', { min: plain(min), max: plain(max) })
    if (canPay(amount, left)) return undefined
    return t('rails.short', { left: shown(left, { decimals: 2, minDecimals: 0 }) })
  }
}

/** The same while it is typed, once it stands still: what is empty is not wrong yet. */
export function useTypedFault(amount: string, rail: Rail): string | undefined {
  const faultOf = useAmountFault()
  const settled = useSettled(amount)
  return settled === '' ? undefined : faultOf(settled, rail, 'rails.amountRequired')
}
