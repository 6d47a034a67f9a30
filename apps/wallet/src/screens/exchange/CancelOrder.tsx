import { cancelOrder } from '@btbc/contract/exchange.ts'
import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { upToDate, useSend } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { type Order, releasedBy } from '#screens/exchange/order.ts'
import { usePrice, useSum } from '#screens/exchange/shown.ts'
import { useOnline } from '#shell/online.ts'

type CancelOrderProps = {
  order: Order
  open: boolean
  onOpenChange: (open: boolean) => void
  onLeaving: (id: number, leaving: boolean) => void
}

/** What becomes available again; the row is struck through until the server has said so. */
export function CancelOrder({ order, open, onOpenChange, onLeaving }: CancelOrderProps) {
  const t = useText()
  const sum = useSum()
  const price = usePrice()
  const online = useOnline()
  const cancel = useSend(cancelOrder)
  const released = releasedBy(order)
  function confirm() {
    onOpenChange(false)
    onLeaving(order.id, true)
    cancel.mutate(
      { request: { id: order.id, type: order.direction } },
      {
        onSuccess: (answer) =>
          notify(t('exchange.cancelled', { released: sum(answer.released, released.currency) })),
        // Struck through until the list without it is there.
        onSettled: () => void upToDate().finally(() => onLeaving(order.id, false)),
      },
    )
  }
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
      busy={cancel.isPending}
      disabledReason={online ? undefined : t('shell.offline')}
      onConfirm={confirm}
    />
  )
}
