import { formatAmount, mulDiv, parseAmount, UNIT } from '@btbc/money/amount.ts'

import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

/** Bank units in USDT at the rate shown, as the server will reckon it. */
export function worth({ amount, rate }: { amount: string; rate: string }): string {
  return formatAmount(mulDiv(parseAmount(amount) ?? 0n, parseAmount(rate) ?? 0n, UNIT, 'down'))
}

/** Amount, fee, net of a deposit in bank units. */
export function useRailReceipt(deposit: { amount: string; rate: string; method: string }) {
  const { amount, rate, method } = deposit
  const t = useText()
  const money = useMoney()
  const { amount: shown } = useFormats()
  return {
    lines: [
      {
        label: t('rails.youPay'),
        value: money(amount, 'BANK'),
        note: t('rails.rate', { rate: `${shown(rate, { minDecimals: 2 })} USDT` }),
      },
      { label: t('payments.fee'), value: money('0', 'USDT') },
    ],
    total: { label: t('rails.arrives'), value: money(worth({ amount, rate }), 'USDT') },
    after: [{ label: t('rails.method'), value: method }],
  }
}
