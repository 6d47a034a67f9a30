import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'

import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { dayRateOf, yieldOf, type Fund } from '#funds/fund.ts'
import { useClosed } from '#funds/useClosed.ts'

const EXAMPLE = '100'

/** One fund: its yield, term and least purchase, and what 100 come to. */
export function FundCard({ fund, onBuy }: { fund: Fund; onBuy: () => void }) {
  const t = useText()
  const money = useShortMoney()
  const { amount } = useFormats()
  const title = t('fund.title', { days: fund.day })
  const atEnd = (parseAmount(EXAMPLE) ?? 0n) + yieldOf(fund, EXAMPLE).yield
  return (
    <li className="card grid min-w-0 grid-cols-1 gap-4 p-4">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <h2 className="text-section font-semibold">{title}</h2>
        <p className="num text-amount font-semibold text-ac">
          {t('shell.percent', { percent: fund.rate })}
        </p>
      </div>
      <KeyValue
        items={[
          {
            label: t('fund.perDay'),
            value: t('fund.about', { rate: amount(dayRateOf(fund), { minDecimals: 2 }) }),
          },
          { label: t('fund.minimum'), value: money(fund.min, 'USDT') },
          {
            label: t('fund.example', { amount: money(EXAMPLE, 'USDT') }),
            value: money(formatAmount(atEnd), 'USDT'),
          },
        ]}
      />
      <Button
        size="medium"
        aria-haspopup="dialog"
        aria-label={`${t('fund.buy')}: ${title}`}
        disabledReason={useClosed(fund)}
        onClick={onBuy}
      >
        {t('fund.buy')}
      </Button>
    </li>
  )
}
