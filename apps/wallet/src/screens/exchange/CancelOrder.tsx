import { Confirm } from '@btbc/ui/Confirm.tsx'
import { notify } from '@btbc/ui/notice.ts'

import { refresh, useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { type Order, releasedBy } from '#screens/exchange/order.ts'
import { useOnline } from '#shell/online.ts'

type CancelOrderProps = {
  order: Order
  open: boolean
  onOpenChange: (open: boolean) => void
  onLeaving: (id: number, leaving: boolean) => void
}

const touched = [
  '/transaction/deal',
  '/transaction_in',
  '/transaction_out',
  '/transaction_complete',
  '/user/info',
  '/wallet/list',
] as const

/** What becomes available again; the row is struck through until the server has said so. */
export function CancelOrder({ order, open, onOpenChange, onLeaving }: CancelOrderProps) {
  const t = useText()
  const money = useMoney()
  const online = useOnline()
  const { amount } = useFormats()
  const cancel = useSend('/transaction_del')
  const released = releasedBy(order)
  function confirm() {
    onOpenChange(false)
    onLeaving(order.id, true)
    cancel.mutate(
      { request: { id: order.id, type: order.direction } },
      {
        onSuccess: (answer) =>
          notify(t('exchange.cancelled', { released: money(answer.released, released.currency) })),
        // Struck through until the list without it is there.
        onSettled: () => void refresh(...touched).finally(() => onLeaving(order.id, false)),
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
          value: money(order.number, order.currency_name, { minDecimals: 0 }),
        },
        {
          label: t('exchange.price'),
          value:
            order.type === 'stop_market'
              ? t('exchange.bestPrice')
              : money(order.price, order.legal_name),
        },
        {
          label: t('exchange.filled'),
          value: `${amount(order.filled, {})} ${order.currency_name}`,
        },
      ]}
      total={{
        label: t('exchange.released'),
        value: money(released.amount, released.currency),
      }}
      action={t('exchange.cancelAction')}
      danger
      busy={cancel.isPending}
      disabledReason={online ? undefined : t('shell.offline')}
      onConfirm={confirm}
    />
  )
}
