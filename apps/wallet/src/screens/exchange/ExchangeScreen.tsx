import { parseAmount, plainAmount } from '@btbc/money/amount.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ChartCandlestick, ChevronDown } from 'lucide-react'
import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { listMarkets } from '@btbc/contract/exchange.ts'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { isLeftHanded } from '#preferences.ts'
import { DayChange } from '#markets/DayChange.tsx'
import { useOwnFills } from '#markets/live-market.ts'
import {
  currentMarketId,
  type Market,
  pairName,
  rememberMarket,
  useMarkets,
  useMoving,
} from '#markets/markets.ts'
import { OrderBook } from '#screens/exchange/OrderBook.tsx'
import { Orders } from '#screens/exchange/Orders.tsx'
import { ReviewOrder } from '#screens/exchange/ReviewOrder.tsx'
import { isStop } from '#screens/exchange/ticket.ts'
import { TicketForm } from '#screens/exchange/TicketForm.tsx'
import { type Trading, useTrading } from '#screens/exchange/trading.ts'
import { isLoggedIn } from '#session.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'

/** Buy and sell against the book; who has no account looks on. */
export function ExchangeScreen() {
  const t = useText()
  const markets = useMarkets()
  return (
    <Page title={t('exchange.exchange')} titleHidden>
      <Loaded query={markets} skeleton={<ExchangeSkeleton />}>
        {(quotations) => <Markets quotations={quotations} />}
      </Loaded>
    </Page>
  )
}

function Markets({ quotations }: { quotations: Answer<typeof listMarkets> }) {
  const t = useText()
  const markets = useMoving(quotations)
  const [id, choose] = useCurrentMarket(markets)
  const [choosing, setChoosing] = useState(false)
  const market = markets.find(({ currency_id }) => currency_id === id) ?? markets[0]
  if (!market) return <Empty>{t('exchange.noMarket')}</Empty>
  return (
    <div className="grid grid-cols-1 gap-3">
      <PairHeader market={market} onChoose={() => setChoosing(true)} />
      {isLoggedIn() ? (
        <Desk key={market.currency_id} market={market} />
      ) : (
        <Suspense fallback={<Skeleton className="h-96" />}>
          <LookingOn key={market.currency_id} market={market} />
        </Suspense>
      )}
      <Suspense>
        <PairSheet
          markets={markets}
          current={market}
          open={choosing}
          onOpenChange={setChoosing}
          onChoose={(chosen) => {
            choose(chosen)
            setChoosing(false)
          }}
        />
      </Suspense>
      {isLoggedIn() && <Orders markets={markets} current={market} />}
    </div>
  )
}

/** The pair the address names, which is then the one that was looked at last; else that one. */
function useCurrentMarket(markets: readonly Market[]) {
  const { currency } = useSearch({ strict: false })
  const navigate = useNavigate()
  const named = markets.find(({ currency_id }) => String(currency_id) === currency)
  const id = named?.currency_id
  const name = named?.currency_name
  useEffect(() => {
    if (id !== undefined && name !== undefined) {
      rememberMarket({ currency_id: id, currency_name: name })
    }
  }, [id, name])
  const choose = (market: Market) => {
    rememberMarket(market)
    void navigate({
      href: paths.exchange(market.currency_id),
      replace: true,
      resetScroll: false,
    })
  }
  return [id ?? currentMarketId(), choose] as const
}

/** Says that an order that waited was filled. */
function useSayFilled() {
  const t = useText()
  return useCallback<Parameters<typeof useOwnFills>[0]>(
    (order) => {
      notify(
        t(order.direction === 'in' ? 'exchange.buyFilled' : 'exchange.sellFilled', {
          pair: `${order.currency_name}/${order.legal_name}`,
        }),
      )
    },
    [t],
  )
}

function PairHeader({ market, onChoose }: { market: Market; onChoose: () => void }) {
  const t = useText()
  return (
    <div className="grid grid-cols-1">
      <div className="flex flex-wrap items-center gap-x-2">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onChoose}
          className="press mr-auto flex min-h-11 items-center gap-1.5 text-title font-semibold"
        >
          {pairName(market)}
          <ChevronDown size={20} aria-hidden />
        </button>
        <DayChange
          market={market}
          className="max-w-max flex-1 basis-24 rounded-chip bg-s3 px-3 py-1.5 text-center"
        />
        <AppLink
          to={paths.chart(market.currency_id)}
          aria-label={t('exchange.chart')}
          title={t('exchange.chart')}
          className="press grid size-11 shrink-0 place-items-center rounded-control"
        >
          <ChartCandlestick size={22} aria-hidden />
        </AppLink>
      </div>
      {market.halted && (
        <p role="status" className="font-semibold text-warn">
          {t('exchange.halted')}
        </p>
      )}
      {market.simulated && !market.halted && (
        <p className="text-small text-sub">{t('exchange.simulated')}</p>
      )}
    </div>
  )
}

const LookingOn = lazy(async () => ({
  default: (await import('#screens/exchange/LookingOn.tsx')).LookingOn,
}))
const PairSheet = lazy(async () => ({
  default: (await import('#screens/exchange/PairSheet.tsx')).PairSheet,
}))
const Candles = lazy(async () => ({
  default: (await import('#screens/exchange/ChartScreen.tsx')).Candles,
}))

const wide = typeof window === 'undefined' ? undefined : window.matchMedia('(min-width: 64rem)')

/** Whether there is room for the chart beside the book. */
function useWide(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      wide?.addEventListener('change', onChange)
      return () => wide?.removeEventListener('change', onChange)
    },
    () => wide?.matches ?? false,
  )
}

/** Ticket and book side by side, and the button below both; one below the other where it is narrow. */
function Desk({ market }: { market: Market }) {
  const onFilled = useSayFilled()
  useOwnFills(onFilled)
  const { side } = useSearch({ strict: false })
  const trading = useTrading(market, side === 'sell' ? 'sell' : 'buy')
  const isWide = useWide()
  const { change } = trading
  const mode = isStop(trading.ticket) ? 'stop_limit' : 'limit'
  const pick = useCallback(
    (price: string) => change({ mode, price: plainAmount(parseAmount(price) ?? 0n) }),
    [change, mode],
  )
  return (
    <div className="exchange-room">
      <div className={isLeftHanded() ? 'exchange-desk-left' : 'exchange-desk'}>
        {isWide && (
          <div className="min-w-0 [grid-area:chart]">
            <Suspense fallback={<Skeleton className="h-97" />}>
              <Candles market={market} />
            </Suspense>
          </div>
        )}
        <TicketForm trading={trading} />
        <div className="grid [grid-area:review]">
          <ReviewOrder trading={trading} />
        </div>
        <BookSide trading={trading} onPick={pick} />
      </div>
    </div>
  )
}

function BookSide({ trading, onPick }: { trading: Trading; onPick: (price: string) => void }) {
  const t = useText()
  const { time } = useFormats()
  const { book, lostAt, market } = trading
  return (
    <div className="min-w-0 [grid-area:book]">
      {book ? (
        <OrderBook market={market} book={book} stale={lostAt !== undefined} onPick={onPick} />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-97" />
        </div>
      )}
      <p role="status" className="pt-1 text-label text-warn">
        {lostAt !== undefined && t('exchange.reconnecting', { time: time(lostAt) })}
      </p>
    </div>
  )
}

function ExchangeSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-11" />
      <Skeleton className="h-97" />
      <Skeleton className="h-14" />
    </div>
  )
}
