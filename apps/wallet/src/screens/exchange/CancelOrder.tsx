import { cancelOrder } from '@btbc/contract/exchange.ts'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { useState } from 'react'

import { upToDate, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { type Order, releasedBy } from '#screens/exchange/order.ts'
import { usePrice, useSum } from '#screens/exchange/shown.ts'
import { useOnline } from '#shell/online.ts'

/** Cancels orders, each to its end, whatever is cancelled after it; and which are on their way out. */
export function useCancel() {
  const t = useText()
  const sum = useSum()
  const { mutateAsync } = useSend(cancelOrder)
  const [leaving, setLeaving] = useState<readonly number[]>([])
  async function cancel(order: Order) {
    setLeaving((known) => [...known, order.id])
    try {
      const { released } = await mutateAsync({ request: { id: order.id, type: order.direction } })
      notify(t('exchange.cancelled', { released: sum(released, releasedBy(order).currency) }))
    } catch {
      // Said by useSend.
    }
    // On its way out until the list without it is there.
    await upToDate()
    setLeaving((known) => known.filter((id) => id !== order.id))
  }
  return { leaving, cancel }
}

type CancelOrderProps = {
  order: Order
  open: boolean
  onOpenChange: (open: boolean) => void
  /** It is on its way out. */
  busy: boolean
  onConfirm: () => void
}

/** What becomes available again. */
export function CancelOrder({ order, open, onOpenChange, busy, onConfirm }: CancelOrderProps) {
  const t = useText()
  const sum = useSum()
  const price = usePrice()
  const online = useOnline()
  const released = releasedBy(order)
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={t('exchange.cancelTitle')}
      lines={[
        {
          label: t(order.direction === 'in' ? 'exchange.buy' : 'exchange.sell'),
          value: sum(order.number, order.currency_name),
        },
        ...(order.stop_price === null
          ? []
          : [
              {
                label: t('exchange.stopPrice'),
                value: `${price(order.stop_price, order.currency_id)} ${order.legal_name}`,
              },
            ]),
        {
          label: t('exchange.price'),
          value:
            order.type === 'stop_market'
              ? t('exchange.bestPrice')
              : `${price(order.price, order.currency_id)} ${order.legal_name}`,
        },
        {
          label: t('exchange.filled'),
          value: sum(order.filled, order.currency_name),
        },
      ]}
      total={{
        label: t('exchange.released'),
        value: sum(released.amount, released.currency),
      }}
      action={t('exchange.cancelAction')}
      danger
      busy={busy}
      disabledReason={online ? undefined : t('shell.offline')}
      onConfirm={onConfirm}
    />
  )
}
