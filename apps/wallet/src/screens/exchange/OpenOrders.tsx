import { listOpenBuys, listOpenSells } from '@btbc/contract/exchange.ts'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { clsx } from 'clsx'
import { useQuery } from '@tanstack/react-query'

import { send } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useReview } from '#confirming/useReview.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { CancelAll } from '#screens/exchange/CancelAll.tsx'
import { CancelOrder, useCancel } from '#screens/exchange/CancelOrder.tsx'
import type { Market } from '#markets/markets.ts'
import type { Order } from '#screens/exchange/order.ts'
import { OrderTitle } from '#screens/exchange/OrderTitle.tsx'
import { usePrice, useSum } from '#screens/exchange/shown.ts'

/** A page of the lists at most. */
const LIMIT = 100

/** What waits in the books, newest first; each can be cancelled, and all of them. */
export function OpenOrders({ market }: { market: Market | undefined }) {
  const buys = useOpen(listOpenBuys, market)
  const sells = useOpen(listOpenSells, market)
  return (
    <Loaded query={buys} skeleton={<Skeleton className="mt-4 h-24" />}>
      {(bought) => (
        <Loaded query={sells} skeleton={<Skeleton className="mt-4 h-24" />}>
          {(sold) => {
            const orders = [...bought, ...sold].toSorted((a, b) => b.id - a.id)
            return (
              <>
                {orders.length > 1 && <CancelAll market={market} orders={orders} />}
                <OrderRows orders={orders} />
              </>
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

/** All of one side, whatever the number of pages: what cannot be seen could not be cancelled either. */
function useOpen(call: typeof listOpenBuys | typeof listOpenSells, market: Market | undefined) {
  const asked = market && { currency_id: market.currency_id }
  return useQuery({
    queryKey: [call.path, { ...asked, limit: LIMIT, whole: true }],
    meta: { about: call.about },
    queryFn: async ({ signal }) => {
      const orders = new Map<number, Order>()
      for (let page = 1; ; page += 1) {
        const { list, total } = await send(call, { ...asked, limit: LIMIT, page }, { signal })
        for (const order of list) orders.set(order.id, order)
        if (list.length < LIMIT || page * LIMIT >= total) return [...orders.values()]
      }
    },
  })
}

/** A row is struck through while its order is on its way out. */
function OrderRows({ orders }: { orders: readonly Order[] }) {
  const t = useText()
  const review = useReview<Order>()
  const { asked } = review
  const { leaving, cancel } = useCancel()
  return (
    <>
      {orders.length === 0 ? (
        <Empty>{t('exchange.noOpenOrders')}</Empty>
      ) : (
        <ul>
          {orders.map((order) => (
            <OpenOrder
              key={order.id}
              order={order}
              leaving={leaving.includes(order.id)}
              onCancel={() => review.ask(order)}
            />
          ))}
        </ul>
      )}
      {asked && (
        <CancelOrder
          key={review.opening}
          order={asked}
          {...review.sheet}
          busy={leaving.includes(asked.id)}
          onConfirm={() => {
            review.close()
            void cancel(asked)
          }}
        />
      )}
    </>
  )
}

type OpenOrderProps = { order: Order; leaving: boolean; onCancel: () => void }

function OpenOrder({ order, leaving, onCancel }: OpenOrderProps) {
  const t = useText()
  const sum = useSum()
  const price = usePrice()
  const { dateTime } = useFormats()
  const size = sum(order.number, order.currency_name)
  const what =
    order.type === 'stop_market'
      ? size
      : t('exchange.amountAt', { amount: size, price: price(order.price, order.currency_id) })
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <div className={clsx('grid min-w-0 flex-1 gap-0.5', leaving && 'text-sub line-through')}>
        <span>
          <OrderTitle order={order} />
        </span>
        <span className="num">{what}</span>
        <span className="num text-small text-mut">
          <Progress order={order} />
        </span>
        <span className="num text-small text-sub">{dateTime(order.create_time)}</span>
      </div>
      {leaving ? (
        <span role="status" className="text-small text-mut">
          {t('exchange.cancelling')}
        </span>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${t('exchange.cancel')}: ${what}`}
          onClick={onCancel}
          className="press min-h-11 shrink-0 rounded-control border border-ctl px-4"
        >
          {t('exchange.cancel')}
        </button>
      )}
    </li>
  )
}

/** How much of it is filled; of a stop, what it waits for. */
function Progress({ order }: { order: Order }) {
  const t = useText()
  const sum = useSum()
  const price = usePrice()
  const { amount } = useFormats()
  if (order.status === 'waiting' && order.stop_price !== null) {
    return t(order.direction === 'in' ? 'exchange.stopBuy' : 'exchange.stopSell', {
      price: price(order.stop_price, order.currency_id),
    })
  }
  return t('exchange.filledOf', {
    filled: amount(order.filled, { decimals: 6 }),
    amount: sum(order.number, order.currency_name),
  })
}
