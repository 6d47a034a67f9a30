import type { listMarkets } from '@btbc/contract/exchange.ts'
import { listCandles, listReferenceCandles } from '@btbc/contract/market-data.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useWords } from '@btbc/ui/words.ts'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import type { ReferenceCandle } from '#screens/exchange/CandleChart.tsx'
import { ChartLegend } from '#screens/exchange/ChartLegend.tsx'
import { DayChange } from '#markets/DayChange.tsx'
import { DepthChart } from '#screens/exchange/DepthChart.tsx'
import { useBook } from '#markets/live-market.ts'
import {
  currentMarketId,
  type Market,
  pairName,
  precisionOf,
  useMarkets,
  useMoving,
} from '#markets/markets.ts'
import { useSum } from '#screens/exchange/shown.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { useShownTheme } from '#theme.ts'

const CandleChart = lazy(async () => ({
  default: (await import('#screens/exchange/CandleChart.tsx')).CandleChart,
}))

/** The pair of the exchange as candles, and how deep its book is. */
export function ChartScreen() {
  const t = useText()
  const markets = useMarkets()
  return (
    <Page title={t('exchange.chart')}>
      <Loaded query={markets} skeleton={<Skeleton className="h-120" />}>
        {(quotations) => <CurrentPair quotations={quotations} />}
      </Loaded>
    </Page>
  )
}

function CurrentPair({ quotations }: { quotations: Answer<typeof listMarkets> }) {
  const t = useText()
  const markets = useMoving(quotations)
  const { currency } = useSearch({ strict: false })
  const id = currency === undefined ? currentMarketId() : Number(currency)
  const market = markets.find(({ currency_id }) => currency_id === id) ?? markets[0]
  if (!market) return <Empty>{t('exchange.noMarket')}</Empty>
  return (
    <>
      <PairSummary market={market} />
      <Candles market={market} />
      <Depth market={market} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
        <AppLink
          to={paths.exchange(market.currency_id, 'buy')}
          className={buttonClass({ variant: 'buy' })}
        >
          {t('exchange.buyAction', { amount: market.currency_name })}
        </AppLink>
        <AppLink
          to={paths.exchange(market.currency_id, 'sell')}
          className={buttonClass({ variant: 'sell' })}
        >
          {t('exchange.sellAction', { amount: market.currency_name })}
        </AppLink>
      </div>
    </>
  )
}

export function PairSummary({ market }: { market: Market }) {
  const t = useText()
  const sum = useSum()
  const { amount } = useFormats()
  const { price: decimals } = precisionOf(market)
  const price = (value: string) => amount(value, { decimals, minDecimals: decimals })
  return (
    <section aria-label={pairName(market)} className="grid gap-1">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-section font-semibold">{pairName(market)}</h2>
        <span className="num text-title font-semibold">{price(market.now_price)}</span>
        <DayChange market={market} />
      </div>
      {/* Before the first trade of a day there is none to tell of. */}
      {parseAmount(market.volume) !== 0n && (
        <p className="num text-small text-mut">
          {t('exchange.chartSentence', {
            last: price(market.now_price),
            high: price(market.high),
            low: price(market.low),
          })}
        </p>
      )}
      <p className="num text-small text-mut">
        {t('exchange.volume')} {sum(market.volume, market.currency_name)}
      </p>
      {market.simulated && <p className="text-small text-sub">{t('exchange.simulated')}</p>}
    </section>
  )
}

const intervals = [
  { value: '1m', count: 1, unit: 'minute' },
  { value: '15m', count: 15, unit: 'minute' },
  { value: '1h', count: 1, unit: 'hour' },
  { value: '1d', count: 1, unit: 'day' },
  { value: '1w', count: 1, unit: 'week' },
] as const
type Interval = (typeof intervals)[number]['value']

const CANDLES = 300
const REFRESH_MS = 10_000
const MINUTE_MS = 60_000
const NONE: readonly ReferenceCandle[] = []

/** The candles of a market, by an interval that can be chosen. */
export function Candles({ market }: { market: Market }) {
  const t = useText()
  const { locale } = useWords()
  const theme = useShownTheme()
  const [interval, setInterval] = useState<Interval>('15m')
  const asked = { currency_id: market.currency_id, interval, limit: CANDLES }
  const candles = useCall(listCandles, asked, { refetchInterval: REFRESH_MS })
  const reference = useCall(listReferenceCandles, asked, { refetchInterval: MINUTE_MS })
  const references = reference.data?.list ?? NONE
  return (
    <section aria-label={t('exchange.candles')} className="grid grid-cols-1 gap-3">
      <Segmented
        legend={t('exchange.interval')}
        options={intervals.map(({ value, count, unit }) => ({
          value,
          label: new Intl.NumberFormat(`${locale}-u-nu-latn`, {
            style: 'unit',
            unit,
            unitDisplay: 'narrow',
          }).format(count),
        }))}
        value={interval}
        onChange={setInterval}
      />
      <Loaded query={candles} skeleton={<Skeleton className="h-72" />}>
        {({ list }) =>
          list.length + references.length === 0 ? (
            <div className="card grid h-72 place-items-center">
              {!reference.isPending && <Empty>{t('exchange.chartEmpty')}</Empty>}
            </div>
          ) : (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <CandleChart
                key={`${market.currency_id} ${interval} ${theme}`}
                trades={list}
                reference={references}
                decimals={precisionOf(market).price}
              />
            </Suspense>
          )
        }
      </Loaded>
      {references.length > 0 ? (
        <ChartLegend market={market} reference={references} />
      ) : (
        reference.isPending && <Skeleton className="h-31" />
      )}
    </section>
  )
}

function Depth({ market }: { market: Market }) {
  const t = useText()
  const book = useBook(market.currency_id)
  return (
    <section aria-label={t('exchange.depth')} className="grid grid-cols-1 gap-2">
      <h2 className="text-section font-semibold">{t('exchange.depth')}</h2>
      {book ? <DepthChart market={market} book={book} /> : <Skeleton className="h-40" />}
    </section>
  )
}
