import { clsx } from 'clsx'

import { useText } from '#i18n/text.ts'
import type { Order } from '#screens/exchange/order.ts'

/** 'Buy BTC/USDT · Limit' */
export function OrderTitle({ order }: { order: Order }) {
  const t = useText()
  const isBuy = order.direction === 'in'
  return (
    <>
      <span className={clsx('font-semibold', isBuy ? 'text-up' : 'text-dn')}>
        {t(isBuy ? 'exchange.buy' : 'exchange.sell')}
      </span>{' '}
      {order.currency_name}/{order.legal_name}
      <span className="text-small text-mut">
        {' · '}
        {t(order.way === 1 ? 'exchange.market' : 'exchange.limit')}
      </span>
    </>
  )
}
