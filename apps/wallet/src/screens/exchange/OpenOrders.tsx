import { Empty } from '@btbc/ui/Empty.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { clsx } from 'clsx'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { CancelOrder } from '#screens/exchange/CancelOrder.tsx'
import type { Order } from '#screens/exchange/order.ts'
import { OrderTitle } from '#screens/exchange/OrderTitle.tsx'

const LIMIT = 100

/** What waits in the books, newest first; each can be cancelled. */
export function OpenOrders() {
  const t = useText()
  const { count } = useFormats()
  const buys = useCall('/transaction_in', { limit: LIMIT })
  const sells = useCall('/transaction_out', { limit: LIMIT })
  return (
    <Loaded query={buys} skeleton={<Skeleton className="mt-4 h-24" />}>
      {(bought) => (
        <Loaded query={sells} skeleton={<Skeleton className="mt-4 h-24" />}>
          {(sold) => {
            const orders = [...bought.list, ...sold.list].toSorted((a, b) => b.id - a.id)
            const total = bought.total + sold.total
            return (
              <>
                <OrderRows orders={orders} />
                {total > orders.length && (
                  <p className="num py-3 text-center text-small text-sub">
                    {t('wallet.shownOf', { shown: count(orders.length), total: count(total) })}
                  </p>
                )}
              </>
            )
          }}
        </Loaded>
      )}
    </Loaded>
  )
}

function OrderRows({ orders }: { orders: readonly Order[] }) {
  const t = useText()
  const [asked, setAsked] = useState<{ order: Order; time: number }>()
  const [open, setOpen] = useState(false)
  const [leaving, setLeaving] = useState<ReadonlySet<number>>(new Set())
  const mark = (id: number, isLeaving: boolean) =>
    setLeaving((known) => {
      const next = new Set(known)
      if (isLeaving) next.add(id)
      else next.delete(id)
      return next
    })
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
              leaving={leaving.has(order.id)}
              onCancel={() => {
                setAsked({ order, time: (asked?.time ?? 0) + 1 })
                setOpen(true)
              }}
            />
          ))}
        </ul>
      )}
      {asked && (
        <CancelOrder
          key={asked.time}
          order={asked.order}
          open={open}
          onOpenChange={setOpen}
          onLeaving={mark}
        />
      )}
    </>
  )
}

type OpenOrderProps = { order: Order; leaving: boolean; onCancel: () => void }

function OpenOrder({ order, leaving, onCancel }: OpenOrderProps) {
  const t = useText()
  const money = useMoney()
  const { amount, dateTime } = useFormats()
  const size = money(order.number, order.currency_name, { minDecimals: 0 })
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <div className={clsx('grid min-w-0 flex-1 gap-0.5', leaving && 'text-sub line-through')}>
        <span>
          <OrderTitle order={order} />
        </span>
        <span className="num">
          {order.type === 'stop_market'
            ? size
            : t('exchange.amountAt', {
                amount: size,
                price: amount(order.price, { minDecimals: 2 }),
              })}
        </span>
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
  const money = useMoney()
  const { amount } = useFormats()
  if (order.status === 'waiting' && order.stop_price !== null) {
    return t(order.direction === 'in' ? 'exchange.stopBuy' : 'exchange.stopSell', {
      price: amount(order.stop_price, { minDecimals: 2 }),
    })
  }
  return t('exchange.filledOf', {
    filled: amount(order.filled, {}),
    amount: money(order.number, order.currency_name, { minDecimals: 0 }),
  })
}
