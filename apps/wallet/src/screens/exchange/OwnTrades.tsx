import { listOwnTrades } from '@btbc/contract/exchange.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import { send, type Answer } from '#api/call.ts'
import { useKeyedPages } from '#api/pages.ts'
import { SaveCsv } from '#files/SaveCsv.tsx'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import type { Market } from '#markets/markets.ts'
import { SideAndPair } from '#screens/exchange/OrderTitle.tsx'
import { saveTrades } from '#screens/exchange/save-trades.ts'
import { usePrice, useSum } from '#screens/exchange/shown.ts'
import { PagedRows } from '#shell/PagedRows.tsx'

const PAGE_LIMIT = 20

/** Each fill of one's orders with what it cost, newest first, and a file of all of them. */
export function OwnTrades({ market }: { market: Market | undefined }) {
  const t = useText()
  const [side, setSide] = useState<Side>('both')
  const asked = {
    ...(market && { currency_id: market.currency_id }),
    ...(side !== 'both' && { direction: side }),
  }
  const trades = useKeyedPages({
    call: listOwnTrades,
    asked,
    limit: PAGE_LIMIT,
    readPage: (cursor: string | undefined, signal) =>
      send(listOwnTrades, { ...asked, limit: PAGE_LIMIT, ...(cursor && { cursor }) }, { signal }),
  })
  return (
    <div className="grid grid-cols-1 gap-3">
      <Segmented
        legend={t('exchange.side')}
        options={[
          { value: 'both', label: t('exchange.bothSides') },
          { value: 'in', label: t('exchange.buy') },
          { value: 'out', label: t('exchange.sell') },
        ]}
        value={side}
        onChange={setSide}
      />
      <PagedRows
        pages={trades}
        skeleton={<Skeleton className="h-48" />}
        empty={t('exchange.noTrades')}
      >
        {(trade) => <OwnTrade key={`${trade.currency_id} ${trade.id}`} trade={trade} />}
      </PagedRows>
      {trades.rows.length > 0 && <SaveCsv label={t('exchange.saveTradesCsv')} save={saveTrades} />}
    </div>
  )
}

type Side = 'both' | 'in' | 'out'

type Trade = Answer<typeof listOwnTrades>['list'][number]

function OwnTrade({ trade }: { trade: Trade }) {
  const t = useText()
  const sum = useSum()
  const price = usePrice()
  const { dateTime } = useFormats()
  return (
    <li className="grid gap-0.5 border-b border-line py-3 last:border-b-0">
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span>
          <SideAndPair of={trade} />
        </span>
        <span className="text-small text-mut">
          {t(trade.role === 'maker' ? 'exchange.maker' : 'exchange.taker')}
        </span>
      </span>
      <span className="num">
        {t('exchange.amountAt', {
          amount: sum(trade.number, trade.currency_name),
          price: price(trade.price, trade.currency_id),
        })}
      </span>
      <span className="num text-small text-mut">
        {t('exchange.valueAndFee', {
          value: sum(trade.value, trade.legal_name),
          fee: sum(trade.fee, trade.fee_currency),
        })}
      </span>
      <span className="num text-small text-sub">
        {dateTime(trade.create_time)} · {t('exchange.orderNumber', { id: String(trade.order_id) })}
      </span>
    </li>
  )
}
