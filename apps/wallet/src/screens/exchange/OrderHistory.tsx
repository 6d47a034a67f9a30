import { listEndedOrders } from '@btbc/contract/exchange.ts'
import { isZero } from '@btbc/money/amount.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import { send } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { SaveCsv } from '#files/SaveCsv.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import type { Market } from '#markets/markets.ts'
import type { Order } from '#screens/exchange/order.ts'
import { OrderTitle } from '#screens/exchange/OrderTitle.tsx'
import { saveOrders } from '#screens/exchange/save-orders.ts'
import { usePrice, useSum } from '#screens/exchange/shown.ts'
import { PagedRows } from '#shell/PagedRows.tsx'

const PAGE_LIMIT = 100

/** Orders that have ended, newest first, and a file of all of them. */
export function OrderHistory({ market }: { market: Market | undefined }) {
  const t = useText()
  const asked = market && { currency_id: market.currency_id }
  const history = usePages<Order>({
    call: listEndedOrders,
    ...(asked && { asked }),
    limit: PAGE_LIMIT,
    readPage: (page, signal) =>
      send(listEndedOrders, { ...asked, limit: PAGE_LIMIT, page }, { signal }),
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <PagedRows
        pages={history}
        skeleton={<Skeleton className="h-48" />}
        empty={t('exchange.noHistory')}
      >
        {(order) => <EndedOrder key={order.id} order={order} />}
      </PagedRows>
      <SaveCsv label={t('exchange.saveCsv')} save={saveOrders} />
    </div>
  )
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
  const sum = useSum()
  const price = usePrice()
  const { amount, dateTime } = useFormats()
  const isFilled = !isZero(order.filled)
  const { text, tone } = statuses[order.status]
  const priced = (units: string) => `${price(units, order.currency_id)} ${order.legal_name}`
  const asked = () => {
    const { type, stop_price: stop } = order
    const hasLimit = type === 'limit' || type === 'stop_limit'
    return [
      ...(stop === null ? [] : [`${t('exchange.stopPrice')} ${priced(stop)}`]),
      hasLimit ? t('exchange.askedPrice', { price: priced(order.price) }) : t('exchange.bestPrice'),
    ].join(' · ')
  }
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
          filled: amount(order.filled, { decimals: 6 }),
          amount: sum(order.number, order.currency_name),
        })}
      </span>
      <span className="num text-small text-mut">
        {isFilled
          ? t('exchange.averageAndFee', {
              price: priced(order.avg_price),
              fee: sum(order.fee, order.fee_currency),
            })
          : asked()}
      </span>
      <span className="num text-small text-sub">{dateTime(order.create_time)}</span>
    </li>
  )
}
