import { parseAmount } from '@btbc/money/amount.ts'
import { clsx } from 'clsx'
import { memo, useState } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { bestLevels, type Book, type Level } from '#live/book.ts'
import { wayClass, wayOf, type Way } from '#markets/DayChange.tsx'
import { isOld, type Market, precisionOf } from '#markets/markets.ts'

const LEVELS = 6
const places = ['1st', '2nd', '3rd', '4th', '5th', '6th'] as const
/** Bars grow in steps of 2 %: most changes leave most rows as they are. */
const BAR_STEPS = 50n
/** Digits of a quantity that fit in the column. */
const QUANTITY_DIGITS = 6

type OrderBookProps = {
  market: Market
  book: Book
  /** Greyed: the line is lost and these are old. */
  stale: boolean
  /** Absent where there is no ticket. */
  onPick?: (price: string) => void
}

/** Six levels a side; pressing a price takes it into the ticket. */
export function OrderBook({ market, book, stale, onPick }: OrderBookProps) {
  const t = useText()
  const asks = bestLevels(book, 'asks', LEVELS)
  const bids = bestLevels(book, 'bids', LEVELS)
  const largest = largestOf([...asks, ...bids])
  const side = { market, largest, stale, ...(onPick && { onPick }) }
  return (
    <section aria-label={t('exchange.book')} className="min-w-0">
      <div className="flex justify-between px-1 text-label text-sub">
        <span>{t('exchange.price')}</span>
        <span>{t('exchange.quantity')}</span>
      </div>
      <Levels {...side} name={t('exchange.asks')} kind="ask" levels={asks.toReversed()} />
      <LastPrice market={market} stale={stale} />
      <Levels {...side} name={t('exchange.bids')} kind="bid" levels={bids} />
    </section>
  )
}

type LevelsProps = Pick<OrderBookProps, 'market' | 'stale' | 'onPick'> & {
  name: string
  kind: 'ask' | 'bid'
  levels: readonly Level[]
  largest: bigint
}

function Levels({ market, name, kind, levels, largest, stale, onPick }: LevelsProps) {
  const t = useText()
  const { amount } = useFormats()
  const { price: decimals, quantity } = precisionOf(market)
  return (
    // The height is that of six rows, however many there are.
    <div className={clsx('flex h-42 flex-col', kind === 'ask' && 'justify-end')}>
      {levels.length === 0 ? (
        <p className="grid h-7 items-center px-1 text-label text-sub">
          {t(kind === 'ask' ? 'exchange.noAsks' : 'exchange.noBids')}
        </p>
      ) : (
        <ul aria-label={name}>
          {levels.map((level, place) => (
            <LevelRow
              // By place: when the book moves, rows change their words instead of being made anew.
              key={places[place]}
              raw={level.price}
              price={amount(level.price, { decimals, minDecimals: decimals })}
              quantity={amount(level.quantity, fitting(level.quantity, quantity))}
              steps={stepsOf(level.quantity, largest)}
              tone={stale ? 'stale' : kind}
              {...(onPick && { onPick })}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

const tones = {
  ask: { text: 'text-dn', bar: 'bg-dn' },
  bid: { text: 'text-up', bar: 'bg-up' },
  stale: { text: 'text-sub', bar: 'bg-sub' },
}

const levelClass =
  'num relative flex h-7 items-center justify-between overflow-hidden px-1 text-label'

type LevelRowProps = {
  raw: string
  price: string
  quantity: string
  steps: number
  tone: keyof typeof tones
  onPick?: (price: string) => void
}

/** Nothing but strings and a small number: a row whose level did not change is not drawn again. */
const LevelRow = memo(function LevelRow(props: LevelRowProps) {
  const { raw, price, quantity, steps, tone, onPick } = props
  const level = (
    <>
      <span
        aria-hidden
        className={clsx('absolute inset-0 origin-right opacity-15', tones[tone].bar)}
        style={{ transform: `scaleX(${steps / Number(BAR_STEPS)})` }}
      />
      <span className={tones[tone].text}>{price}</span>
      <span className={clsx('relative', tone === 'stale' ? 'text-sub' : 'text-mut')}>
        {quantity}
      </span>
    </>
  )
  return (
    <li className={onPick ? undefined : levelClass}>
      {onPick ? (
        <button
          type="button"
          onClick={() => onPick(raw)}
          className={clsx(levelClass, 'w-full active:bg-s3')}
        >
          {level}
        </button>
      ) : (
        level
      )}
    </li>
  )
})

/** What was traded last; of long ago it is grey, and says when. */
function LastPrice({ market, stale }: { market: Market; stale: boolean }) {
  const t = useText()
  const { amount, dateTime } = useFormats()
  const [seen, setSeen] = useState<{ price: string; way: Way; moves: number }>({
    price: market.now_price,
    way: wayOf(market.change),
    moves: 0,
  })
  const units = parseAmount(market.now_price) ?? 0n
  const before = parseAmount(seen.price) ?? 0n
  if (units !== before) {
    const way = units > before ? 'up' : 'down'
    setSeen({ price: market.now_price, way, moves: seen.moves + 1 })
  }
  const { price: decimals } = precisionOf(market)
  const old = isOld(market)
  return (
    <div className="grid min-h-9 content-center">
      <p
        // Made anew with each move, so that each is seen once.
        key={seen.moves}
        className={clsx(
          'num flex items-center gap-1 rounded-chip px-1 text-section font-semibold',
          seen.moves > 0 && !stale && `exchange-moved-${seen.way}`,
          stale || old ? 'text-sub' : wayClass[seen.way],
        )}
      >
        <span className="sr-only">{t('exchange.lastPrice')} </span>
        {seen.way !== 'same' && !old && <span aria-hidden>{seen.way === 'up' ? '▲' : '▼'}</span>}
        {units === 0n ? '—' : amount(market.now_price, { decimals, minDecimals: decimals })}
      </p>
      {old && market.traded_at !== null && (
        <p className="num px-1 text-label text-warn">
          {t('exchange.tradedAt', { time: dateTime(market.traded_at) })}
        </p>
      )}
    </div>
  )
}

function largestOf(levels: readonly Level[]): bigint {
  return levels.reduce((largest, { quantity }) => {
    const units = parseAmount(quantity) ?? 0n
    return units > largest ? units : largest
  }, 1n)
}

function stepsOf(quantity: string, largest: bigint): number {
  return Number(((parseAmount(quantity) ?? 0n) * BAR_STEPS + largest - 1n) / largest)
}

/** As many decimals as leave the number readable at a glance. */
function fitting(quantity: string, decimals: number) {
  const whole = quantity.split('.')[0]?.length ?? 1
  const fit = Math.max(0, Math.min(decimals, QUANTITY_DIGITS - whole))
  return { decimals: fit, minDecimals: fit }
}
