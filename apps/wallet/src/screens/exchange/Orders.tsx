import { useState } from 'react'

import { useText } from '#i18n/text.ts'
import { OpenOrders } from '#screens/exchange/OpenOrders.tsx'
import { OrderHistory } from '#screens/exchange/OrderHistory.tsx'
import { OwnTrades } from '#screens/exchange/OwnTrades.tsx'
import { Tabs } from '#screens/exchange/Tabs.tsx'

/** One's own orders in all markets: those that wait, those that have ended, and what they traded. */
export function Orders() {
  const t = useText()
  const [tab, setTab] = useState<'open' | 'history' | 'trades'>('open')
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
      {tab === 'open' && <OpenOrders />}
      {tab === 'history' && <OrderHistory />}
      {tab === 'trades' && <OwnTrades />}
    </Tabs>
  )
}
