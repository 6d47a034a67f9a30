import { buttonClass } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { useText } from '#i18n/text.ts'
import { useLine } from '#live/live.ts'
import { paths } from '#paths.ts'
import { useBook } from '#markets/live-market.ts'
import type { Market } from '#markets/markets.ts'
import { OrderBook } from '#screens/exchange/OrderBook.tsx'
import { AppLink } from '#shell/AppLink.tsx'

/** The book for who has no account: where the ticket would be stands how to get one. */
export function LookingOn({ market }: { market: Market }) {
  const t = useText()
  const book = useBook(market.currency_id)
  const isLost = useLine().state === 'lost'
  return (
    <div className="exchange-room">
      <div className="exchange-desk">
        <div className="card grid content-start gap-3 p-4 [grid-area:ticket]">
          <p className="text-mut">{t('exchange.lookingOn')}</p>
          <AppLink to={paths.register()} className={buttonClass()}>
            {t('firstPage.join')}
          </AppLink>
          <AppLink
            to={paths.login(paths.exchange(market.currency_id))}
            className={buttonClass({ variant: 'ghost' })}
          >
            {t('session.logIn')}
          </AppLink>
          <AppLink
            to={paths.chart(market.currency_id)}
            className={buttonClass({ variant: 'ghost', size: 'medium' })}
          >
            {t('exchange.chart')}
          </AppLink>
        </div>
        <div className="min-w-0 [grid-area:book]">
          {book ? (
            <OrderBook market={market} book={book} stale={isLost} />
          ) : (
            <Skeleton className="h-97" />
          )}
        </div>
      </div>
    </div>
  )
}
