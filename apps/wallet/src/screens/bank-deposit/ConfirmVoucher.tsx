import { requestCredit } from '@btbc/contract/bank-deposit.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Done } from '@btbc/ui/Done.tsx'

import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { useRailReceipt, worth } from '#payments/rail-receipt.ts'

/** The request as it stood when its sheet opened. */
export type AskedVoucher = {
  card: string
  amount: string
  voucher: string
  rate: string
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
  const send = useSend(requestCredit, { quiet: true })
  const { card, amount, rate, voucher } = asked
  const request = { currency: currencies.BANK.id, account: card, amount, img: voucher }
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('rails.confirm', { amount: money(worth(asked), 'USDT') })}
      send={send}
      {...useRailReceipt({ ...asked, method: t('rails.bank') })}
      action={t('rails.send')}
      onConfirm={() =>
        send.mutate({ request, own: { rate } }, { onSuccess: onDone, onError: onRefused })
      }
      done={
        <>
          <Done title={t('rails.sent')} />
          {send.data?.repeated === true && <Banner tone="warn">{t('rails.repeated')}</Banner>}
        </>
      }
    />
  )
}
