import { listCandles } from '@btbc/contract/market-data.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { clsx } from 'clsx'

import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { DayChange } from '#markets/DayChange.tsx'
import { isOld, type Market, precisionOf } from '#markets/markets.ts'

/** A pair in a row: its coin, its day as a line, its price. */
export function PairFacts({ market, chosen = false }: { market: Market; chosen?: boolean }) {
  const { amount } = useFormats()
  const { price: decimals } = precisionOf(market)
  return (
    <>
      <img src={market.logo} alt="" width={28} height={28} decoding="async" className="shrink-0" />
      {/* With large letters the price goes below the name. */}
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="flex-1 basis-12 whitespace-nowrap">
          <span className={clsx('font-semibold', chosen && 'text-ac')}>{market.currency_name}</span>
          <span className="text-small text-mut">/USDT</span>
        </span>
        <Sparkline currencyId={market.currency_id} />
        <span className="grid min-w-22 justify-items-end text-right">
          <span className={clsx('num', isOld(market) && 'text-mut')}>
            {amount(market.now_price, { decimals, minDecimals: decimals })}
          </span>
          <DayChange market={market} />
        </span>
      </span>
    </>
  )
}

const WIDTH = 64
const HEIGHT = 24
const SPARK_STALE_MS = 60_000

/** The closes of the last 24 hours as a line; nothing where nothing was traded. */
function Sparkline({ currencyId }: { currencyId: number }) {
  const candles = useCall(
    listCandles,
    { currency_id: currencyId, interval: '1h', limit: 24 },
    { staleTime: SPARK_STALE_MS },
  ).data?.list
  const closes = (candles ?? []).map(({ close }) => parseAmount(close) ?? 0n)
  if (closes.length < 2) return null
  return (
    <svg
      aria-hidden
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="shrink-0 text-mut max-[22rem]:hidden"
    >
      <path d={linePath(closes)} fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}

function linePath(closes: readonly bigint[]): string {
  const low = closes.reduce((least, each) => (each < least ? each : least))
  const high = closes.reduce((most, each) => (each > most ? each : most))
  const range = high === low ? 1n : high - low
  return closes
    .map((close, index) => {
      const x = (index * WIDTH) / (closes.length - 1)
      // A picture, not an amount: thousandths of the range are enough.
      const y = HEIGHT - 2 - (Number(((close - low) * 1000n) / range) / 1000) * (HEIGHT - 4)
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join('')
}
