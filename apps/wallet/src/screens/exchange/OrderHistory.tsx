import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

import { read } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import type { Order } from '#screens/exchange/order.ts'
import { OrderTitle } from '#screens/exchange/OrderTitle.tsx'
import { saveOrders } from '#screens/exchange/save-orders.ts'
import { SaveCsv } from '#screens/exchange/SaveCsv.tsx'

const PAGE_LIMIT = 20

/** Orders that have ended, newest first, and a file of all of them. */
export function OrderHistory() {
  const t = useText()
  const { count } = useFormats()
  const errorText = useErrorText()
  const history = useHistory()
  const { data, error } = history
  if (!data && !error) return <Skeleton className="mt-4 h-48" />
  const orders = data ? distinct(data.pages.flatMap(({ list }) => list)) : []
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <div className="grid grid-cols-1 gap-3">
      {error && (
        <ErrorBlock busy={history.isFetching} onRetry={() => void history.refetch()}>
          {errorText(error)}
        </ErrorBlock>
      )}
      {data && orders.length === 0 && <Empty>{t('exchange.noHistory')}</Empty>}
      {orders.length > 0 && (
        <>
          <ul>
            {orders.map((order) => (
              <EndedOrder key={order.id} order={order} />
            ))}
          </ul>
          <p role="status" className="num text-center text-small text-sub">
            {t('wallet.shownOf', { shown: count(orders.length), total: count(total) })}
          </p>
        </>
      )}
      {history.hasNextPage && (
        <Button
          variant="ghost"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {t('wallet.loadMore')}
        </Button>
      )}
      <SaveCsv label={t('exchange.saveCsv')} save={saveOrders} />
    </div>
  )
}

function useHistory() {
  return useInfiniteQuery({
    queryKey: ['/transaction_complete', { limit: PAGE_LIMIT, paged: true }],
    queryFn: ({ pageParam, signal }) =>
      read('/transaction_complete', { limit: PAGE_LIMIT, page: pageParam }, signal),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.list.length > 0 && pages.length * PAGE_LIMIT < last.total ? pages.length + 1 : undefined,
  })
}

/** An order that ended between two pages pushes another onto the next: it is shown once. */
function distinct(orders: readonly Order[]): Order[] {
  return [...new Map(orders.map((order) => [order.id, order])).values()]
}

const statuses: Record<Order['status'], { text: TextKey; tone: 'good' | 'idle' | 'active' }> = {
  filled: { text: 'exchange.statusFilled', tone: 'good' },
  cancelled: { text: 'exchange.statusCancelled', tone: 'idle' },
  expired: { text: 'exchange.statusExpired', tone: 'idle' },
  open: { text: 'exchange.statusOpen', tone: 'active' },
  partial: { text: 'exchange.statusOpen', tone: 'active' },
  waiting: { text: 'exchange.statusWaiting', tone: 'active' },
}

function EndedOrder({ order }: { order: Order }) {
  const t = useText()
  const money = useMoney()
  const { amount, dateTime } = useFormats()
  const isFilled = !/^[0.]+$/.test(order.filled)
  const { text, tone } = statuses[order.status]
  return (
    <li className="grid gap-0.5 border-b border-line py-3 last:border-b-0">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span>
          <OrderTitle order={order} />
        </span>
        <StatusPill tone={tone}>{t(text)}</StatusPill>
      </span>
      <span className="num">
        {t('exchange.filledOf', {
          filled: amount(order.filled, {}),
          amount: money(order.number, order.currency_name, { minDecimals: 0 }),
        })}
      </span>
      <span className="num text-small text-mut">
        {isFilled
          ? t('exchange.averageAndFee', {
              price: money(order.avg_price, order.legal_name),
              fee: money(order.fee, order.fee_currency),
            })
          : t('exchange.askedPrice', { price: money(order.price, order.legal_name) })}
      </span>
      <span className="num text-small text-sub">{dateTime(order.create_time)}</span>
    </li>
  )
}
