import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { lazy, Suspense, useState } from 'react'

import { useText } from '#i18n/text.ts'
import type { Market } from '#markets/markets.ts'
import { OpenOrders } from '#screens/exchange/OpenOrders.tsx'
import { Tabs } from '#screens/exchange/Tabs.tsx'

const OrderHistory = lazy(async () => ({
  default: (await import('#screens/exchange/OrderHistory.tsx')).OrderHistory,
}))
const OwnTrades = lazy(async () => ({
  default: (await import('#screens/exchange/OwnTrades.tsx')).OwnTrades,
}))

type OrdersProps = { markets: readonly Market[]; current: Market }

/** One's own orders: those that wait, those that have ended, and what they traded; of one pair or of all. */
export function Orders({ markets, current }: OrdersProps) {
  const t = useText()
  const [tab, setTab] = useState<'open' | 'history' | 'trades'>('open')
  const [chosen, choose] = useState<{ id: string; at: number }>()
  // With another pair above, its own orders come first again.
  const id = chosen?.at === current.currency_id ? chosen.id : String(current.currency_id)
  const market = markets.find(({ currency_id }) => String(currency_id) === id)
  return (
    <Tabs
      label={t('exchange.orders')}
      tabs={[
        { value: 'open', label: t('exchange.openOrders') },
        { value: 'history', label: t('exchange.history') },
        { value: 'trades', label: t('exchange.trades') },
      ]}
      value={tab}
      onChange={setTab}
    >
      <div className="grid grid-cols-1 gap-3 pt-3">
        <Segmented
          legend={t('exchange.pair')}
          options={[
            { value: ALL, label: t('exchange.allPairs') },
            ...markets.map(({ currency_id, currency_name }) => ({
              value: String(currency_id),
              label: currency_name,
            })),
          ]}
          value={id}
          onChange={(next) => choose({ id: next, at: current.currency_id })}
        />
        {tab === 'open' && <OpenOrders market={market} />}
        <Suspense key={tab} fallback={<Skeleton className="h-42" />}>
          {tab === 'history' && <OrderHistory market={market} />}
          {tab === 'trades' && <OwnTrades market={market} />}
        </Suspense>
      </div>
    </Tabs>
  )
}

const ALL = 'all'
