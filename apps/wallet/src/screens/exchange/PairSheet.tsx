import { parseAmount } from '@btbc/money/amount.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Search } from 'lucide-react'
import { useState } from 'react'

import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Delta } from '#screens/exchange/Delta.tsx'
import { type Market, pairName, precisionOf } from '#screens/exchange/markets.ts'

type PairSheetProps = {
  markets: readonly Market[]
  current: Market
  open: boolean
  onOpenChange: (open: boolean) => void
  onChoose: (market: Market) => void
}

/** Every pair with its day. The search waits until it is pressed: no keyboard comes up by itself. */
export function PairSheet({ markets, current, open, onOpenChange, onChoose }: PairSheetProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const wanted = search.trim().toUpperCase()
  const found = markets.filter((market) => pairName(market).includes(wanted))
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('exchange.pairs')}>
      <div className="grid gap-2">
        <label className="flex min-h-11 items-center gap-2 rounded-control border border-ctl bg-s2 px-3 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ac">
          <Search size={18} aria-hidden className="shrink-0 text-mut" />
          <span className="sr-only">{t('exchange.search')}</span>
          <input
            type="search"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
            placeholder={t('exchange.search')}
            autoComplete="off"
            className="w-full min-w-0 bg-transparent text-[1rem] outline-none placeholder:text-sub"
          />
        </label>
        {found.length === 0 ? (
          <Empty>{t('exchange.noPair')}</Empty>
        ) : (
          <ul>
            {found.map((market) => (
              <PairRow
                key={market.currency_id}
                market={market}
                chosen={market.currency_id === current.currency_id}
                onChoose={() => onChoose(market)}
              />
            ))}
          </ul>
        )}
      </div>
    </Sheet>
  )
}

type PairRowProps = { market: Market; chosen: boolean; onChoose: () => void }

function PairRow({ market, chosen, onChoose }: PairRowProps) {
  const { amount } = useFormats()
  const { price: decimals } = precisionOf(market)
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="press flex min-h-16 w-full items-center gap-3 text-left"
      >
        <span className="min-w-0 flex-1 aria-pressed:font-semibold">
          <span className="font-semibold">{market.currency_name}</span>
          <span className="text-small text-mut">/USDT</span>
        </span>
        <Sparkline currencyId={market.currency_id} />
        <span className="grid min-w-24 justify-items-end">
          <span className="num">
            {amount(market.now_price, { decimals, minDecimals: decimals })}
          </span>
          <Delta change={market.change} />
        </span>
      </button>
    </li>
  )
}

const WIDTH = 64
const HEIGHT = 24
const SPARK_STALE_MS = 60_000

/** The closes of the last 24 hours as a line; nothing where nothing was traded. */
function Sparkline({ currencyId }: { currencyId: number }) {
  const candles = useCall(
    '/market/candles',
    { currency_id: currencyId, interval: '1h', limit: 24 },
    { staleTime: SPARK_STALE_MS },
  ).data?.list
  const closes = (candles ?? []).map(({ close }) => parseAmount(close) ?? 0n)
  if (closes.length < 2) return <span className="w-16" />
  return (
    <svg
      aria-hidden
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="shrink-0 text-mut"
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
