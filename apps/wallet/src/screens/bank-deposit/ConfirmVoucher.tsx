import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { currencies } from '@btbc/money/currency.ts'

import { useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { RailReceipt, worth } from '#screens/gateway-deposit/ConfirmGateway.tsx'
import { useOnline } from '#shell/online.ts'

/** The request as it stood when its sheet opened. */
export type AskedVoucher = {
  card: string
  amount: string
  voucher: string
  rate: string
  key: string
}

type ConfirmVoucherProps = {
  asked: AskedVoucher
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
  onRefused: (error: Error) => void
}

/** What was paid and what will arrive; then that two people look at it. */
export function ConfirmVoucher(props: ConfirmVoucherProps) {
  const { asked, open, onOpenChange, onDone, onRefused } = props
  const t = useText()
  const money = useMoney()
  const online = useOnline()
  const send = useSend('/wallet/charge_req', ['/pay/bank_recharge_list', '/pay/bank_details'])
  const { card, amount, voucher, key } = asked
  function confirm() {
    const request = { currency: currencies.BANK.id, account: card, amount, img: voucher }
    send.mutate({ request, key }, { onSuccess: onDone, onError: onRefused })
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('rails.confirm', { amount: money(worth(asked), 'USDT') })}
      dismissible={!send.isPending}
    >
      <div className="grid gap-4">
        {send.isSuccess && <Banner tone="good">{t('rails.sent')}</Banner>}
        {send.data?.repeated === true && <Banner tone="warn">{t('rails.repeated')}</Banner>}
        <RailReceipt {...asked} method={t('rails.bank')} />
        <TestNote />
        {send.isSuccess ? (
          <Button onClick={() => onOpenChange(false)}>{t('rails.done')}</Button>
        ) : (
          <Button
            busy={send.isPending}
            disabledReason={online ? undefined : t('shell.offline')}
            onClick={confirm}
          >
            {t('rails.send')}
          </Button>
        )}
      </div>
    </Sheet>
  )
}
