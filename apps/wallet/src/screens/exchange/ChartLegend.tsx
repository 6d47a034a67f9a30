import { parseAmount } from '@btbc/money/amount.ts'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { ReferenceCandle } from '#screens/exchange/CandleChart.tsx'
import { type Market, precisionOf } from '#markets/markets.ts'

type ChartLegendProps = { market: Market; reference: readonly ReferenceCandle[] }

/** Which candles are trades and which the simulated price, and the latter in words. */
export function ChartLegend({ market, reference }: ChartLegendProps) {
  const t = useText()
  const { amount } = useFormats()
  const { price: decimals } = precisionOf(market)
  const price = (value: string) => amount(value, { decimals, minDecimals: decimals })
  return (
    <div className="grid gap-2 text-small">
      <ul aria-label={t('exchange.legend')} className="flex flex-wrap gap-x-5 gap-y-1">
        <li className="flex items-center gap-2">
          <span aria-hidden className="flex gap-0.5">
            <span className="h-4 w-1.5 bg-up" />
            <span className="h-4 w-1.5 bg-dn" />
          </span>
          {t('exchange.trades')}
        </li>
        <li className="flex items-center gap-2">
          <span aria-hidden className="h-4 w-2 border border-ctl" />
          {t('exchange.reference')}
        </li>
      </ul>
      <p className="num text-mut">
        {t('exchange.referenceSentence', {
          last: price(reference.at(-1)?.close ?? '0'),
          high: price(extremeOf(reference, 'high')),
          low: price(extremeOf(reference, 'low')),
        })}
      </p>
      <p className="text-sub">{t('exchange.referenceWhat')}</p>
    </div>
  )
}

function extremeOf(candles: readonly ReferenceCandle[], which: 'high' | 'low'): string {
  return candles
    .map((candle) => candle[which])
    .reduce((most, each) => {
      const isBeyond = (parseAmount(each) ?? 0n) > (parseAmount(most) ?? 0n)
      return isBeyond === (which === 'high') ? each : most
    })
}
