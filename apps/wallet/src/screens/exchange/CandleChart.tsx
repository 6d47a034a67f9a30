import type { listCandles, listReferenceCandles } from '@btbc/contract/market-data.ts'
import { displayAmount } from '@btbc/ui/display-amount.ts'
import { useWords } from '@btbc/ui/words.ts'
import {
  CandlestickSeries,
  createChart,
  HistogramSeries,
  TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { useEffect, useEffectEvent, useRef } from 'react'

import type { Answer } from '#api/call.ts'

type Candle = Answer<typeof listCandles>['list'][number]
export type ReferenceCandle = Answer<typeof listReferenceCandles>['list'][number]
/** What was traded, and beside it the simulated price, which was not. */
type Candles = { trades: readonly Candle[]; reference: readonly ReferenceCandle[] }
type CandleChartProps = Candles & { decimals: number }
type Drawn = { show: (candles: Candles) => void; remove: () => void }

/** Candles and volume in the colours of the moment it is made. A picture of prices: nothing is ever calculated from what is drawn here. */
export function CandleChart({ trades, reference, decimals }: CandleChartProps) {
  const { locale } = useWords()
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<Drawn>(undefined)
  const showFirst = useEffectEvent((chart: Drawn) => chart.show({ trades, reference }))
  useEffect(() => {
    if (!place.current) return undefined
    const chart = draw(place.current, { decimals, locale })
    drawn.current = chart
    showFirst(chart)
    return () => {
      drawn.current = undefined
      chart.remove()
    }
  }, [decimals, locale])
  useEffect(() => {
    drawn.current?.show({ trades, reference })
  }, [trades, reference])
  return (
    <figure className="grid gap-1">
      {/* What it shows is said in words above it. */}
      <div ref={place} aria-hidden className="card h-72 overflow-hidden" />
      <figcaption className="text-right text-label text-sub">
        <a
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
          className="inline-grid min-h-6 place-items-center"
        >
          Lightweight Charts by TradingView
        </a>
      </figcaption>
    </figure>
  )
}

const SECOND_MS = 1000

/** Times as the rest of the screen has them: of the reader's clock and language. */
function clockOf(locale: string) {
  const by = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(`${locale}-u-nu-latn`, options)
    return (time: Time) => format.format(Number(time) * SECOND_MS)
  }
  const day = by({ month: 'short', day: 'numeric' })
  const time = by({ hour: 'numeric', minute: '2-digit' })
  const ticks: Record<TickMarkType, (time: Time) => string> = {
    [TickMarkType.Year]: by({ year: 'numeric' }),
    [TickMarkType.Month]: by({ month: 'short' }),
    [TickMarkType.DayOfMonth]: day,
    [TickMarkType.Time]: time,
    [TickMarkType.TimeWithSeconds]: time,
  }
  return {
    whole: by({ dateStyle: 'medium', timeStyle: 'short' }),
    tick: (at: Time, type: TickMarkType) => ticks[type](at),
  }
}

/** Prices as the ticket and the book write them. */
function priceOf(locale: string, decimals: number) {
  return (price: number) =>
    displayAmount(price.toFixed(decimals), { locale, decimals, minDecimals: decimals })
}

function draw(
  place: HTMLElement,
  { decimals, locale }: { decimals: number; locale: string },
): Drawn {
  const clock = clockOf(locale)
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim()
  const isRed = document.documentElement.dataset.gains === 'red'
  const [rise, fall] = isRed ? [colour('dn'), colour('up')] : [colour('up'), colour('dn')]
  const line = { color: colour('line') }
  const chart = createChart(place, {
    autoSize: true,
    // Its logo brings a style element, which our policy refuses: the name stands below instead.
    layout: {
      attributionLogo: false,
      background: { color: 'transparent' },
      textColor: colour('mut'),
      fontSize: 12,
      fontFamily: getComputedStyle(document.body).fontFamily,
    },
    grid: { vertLines: line, horzLines: line },
    rightPriceScale: { borderVisible: false, entireTextOnly: true },
    localization: { locale, timeFormatter: clock.whole, priceFormatter: priceOf(locale, decimals) },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      tickMarkFormatter: clock.tick,
      // Half of the widest time on the scale, which would be cut off by the prices.
      rightOffset: 6,
    },
    // A finger that goes up or down scrolls the page.
    handleScroll: { vertTouchDrag: false },
  })
  const format = { type: 'price', precision: decimals, minMove: 1 / 10 ** decimals } as const
  // Below the trades, and hollow: nobody takes the one for the other.
  const references = chart.addSeries(CandlestickSeries, {
    upColor: 'transparent',
    downColor: 'transparent',
    borderColor: colour('ctl'),
    wickColor: colour('ctl'),
    lastValueVisible: false,
    priceLineVisible: false,
    priceFormat: format,
  })
  const prices = chart.addSeries(CandlestickSeries, {
    upColor: rise,
    downColor: fall,
    wickUpColor: rise,
    wickDownColor: fall,
    borderVisible: false,
    priceFormat: format,
  })
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: '',
    color: colour('ac3'),
    priceFormat: { type: 'volume' },
    lastValueVisible: false,
    priceLineVisible: false,
  })
  volumes.priceScale().applyOptions({ scaleMargins: { top: 0.85, bottom: 0 } })
  return {
    show({ trades, reference }) {
      references.setData(reference.map(barOf))
      prices.setData(trades.map(barOf))
      volumes.setData(trades.map(({ at, volume }) => ({ time: timeOf(at), value: Number(volume) })))
    },
    remove: () => chart.remove(),
  }
}

function barOf({ at, open, high, low, close }: ReferenceCandle) {
  return {
    time: timeOf(at),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
  }
}

function timeOf(at: string): UTCTimestamp {
  return (Date.parse(at) / SECOND_MS) as UTCTimestamp
}
