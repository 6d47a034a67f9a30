import { Empty } from '@btbc/ui/Empty.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { ChartCandlestick, Search } from 'lucide-react'
import { useState } from 'react'

import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { type Market, pairName } from '#markets/markets.ts'
import { PairFacts } from '#markets/PairFacts.tsx'
import { AppLink } from '#shell/AppLink.tsx'

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
            className="w-full min-w-0 bg-transparent text-input outline-none placeholder:text-sub"
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

/** Chooses the pair; the icon beside it opens its chart. */
function PairRow({ market, chosen, onChoose }: PairRowProps) {
  const t = useText()
  const chart = t('exchange.chartOf', { pair: pairName(market) })
  return (
    <li className="flex items-center border-b border-line last:border-b-0">
      <button
        type="button"
        aria-pressed={chosen}
        onClick={onChoose}
        className="press flex min-h-16 min-w-0 flex-1 items-center gap-3 text-left"
      >
        <PairFacts market={market} chosen={chosen} />
      </button>
      <AppLink
        to={paths.chart(market.currency_id)}
        aria-label={chart}
        title={chart}
        className="press -mr-2 ml-1 grid size-11 shrink-0 place-items-center rounded-control text-mut"
      >
        <ChartCandlestick size={20} aria-hidden />
      </AppLink>
    </li>
  )
}
