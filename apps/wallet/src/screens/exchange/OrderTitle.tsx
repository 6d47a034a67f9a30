import { clsx } from 'clsx'

import { useText, type TextKey } from '#i18n/text.ts'
import type { Order } from '#screens/exchange/order.ts'

const typeTexts: Record<Order['type'], TextKey> = {
  limit: 'exchange.limit',
  market: 'exchange.market',
  stop_limit: 'exchange.stopLimit',
  stop_market: 'exchange.stopMarket',
}

/** Bare codes in every language. */
const codes = { ioc: 'IOC', fok: 'FOK' } as const

/** 'Buy BTC/USDT · Limit' */
export function OrderTitle({ order }: { order: Order }) {
  const t = useText()
  return (
    <>
      <SideAndPair of={order} />
      <span className="text-small text-mut">
        {' · '}
        {t(typeTexts[order.type])}
        {order.way === 2 && <Terms terms={order.terms} />}
      </span>
    </>
  )
}

function Terms({ terms }: Pick<Order, 'terms'>) {
  const t = useText()
  if (terms === 'gtc') return null
  return `, ${terms === 'post_only' ? t('exchange.postOnly') : codes[terms]}`
}

type Sided = Pick<Order, 'direction' | 'currency_name' | 'legal_name'>

/** 'Buy BTC/USDT' */
export function SideAndPair({ of }: { of: Sided }) {
  const t = useText()
  const isBuy = of.direction === 'in'
  return (
    <>
      <span className={clsx('font-semibold', isBuy ? 'text-up' : 'text-dn')}>
        {t(isBuy ? 'exchange.buy' : 'exchange.sell')}
      </span>{' '}
      {of.currency_name}/{of.legal_name}
    </>
  )
}
