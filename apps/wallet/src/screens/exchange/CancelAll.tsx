import { cancelAllOrders } from '@btbc/contract/exchange.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { useErrorText, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { type Market, pairName } from '#markets/markets.ts'
import { type Order, releasedBy } from '#screens/exchange/order.ts'
import { useSum } from '#screens/exchange/shown.ts'
import { useOnline } from '#shell/online.ts'

type CancelAllProps = { market: Market | undefined; orders: readonly Order[] }

/** Every order that is listed, after it was said what that makes available; then what really came of it. */
export function CancelAll({ market, orders }: CancelAllProps) {
  const t = useText()
  const sum = useSum()
  const online = useOnline()
  const errorText = useErrorText()
  const [open, setOpen] = useState(false)
  const cancel = useSend(cancelAllOrders, { quiet: true })
  const pair = market ? pairName(market) : t('exchange.allPairs')
  function confirm() {
    const request = market ? { currency_id: market.currency_id } : {}
    cancel.mutate(
      { request, of: orders.map(({ id }) => id) },
      {
        onSuccess: ({ cancelled, released }) => {
          setOpen(false)
          const sums = released.map(({ amount, currency_name }) => sum(amount, currency_name))
          notify(
            cancelled === 0
              ? t('exchange.noneCancelled')
              : t('exchange.allCancelled', { count: cancelled, released: sums.join(', ') }),
          )
        },
      },
    )
  }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          cancel.reset()
          setOpen(true)
        }}
        className="press ml-auto min-h-11 rounded-control border border-ctl px-4"
      >
        {t('exchange.cancelAll')}
      </button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={t('exchange.cancelAllTitle', { count: orders.length })}
        lines={[{ label: t('exchange.pair'), value: pair }]}
        total={{
          label: t('exchange.released'),
          value: heldBy(orders).map(([code, units]) => (
            <span key={code} className="block">
              {sum(formatAmount(units), code)}
            </span>
          )),
        }}
        action={t('exchange.cancelAll')}
        danger
        busy={cancel.isPending}
        error={cancel.error ? errorText(cancel.error) : undefined}
        disabledReason={online ? undefined : t('shell.offline')}
        onConfirm={confirm}
      />
    </>
  )
}

/** What orders hold together, by currency. */
function heldBy(orders: readonly Order[]): [code: string, units: bigint][] {
  const sums = new Map<string, bigint>()
  for (const order of orders) {
    const { amount, currency } = releasedBy(order)
    sums.set(currency, (sums.get(currency) ?? 0n) + (parseAmount(amount) ?? 0n))
  }
  return [...sums]
}
