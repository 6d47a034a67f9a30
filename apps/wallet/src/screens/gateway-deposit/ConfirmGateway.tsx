import { depositByCard, depositByMobile, depositOnline } from '@btbc/contract/gateway.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'

import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { isPaymentPage, type Platform } from '#payments/gateway.ts'
import { useRailReceipt, worth } from '#payments/rail-receipt.ts'

/** The deposit as it stood when its sheet opened: that, and nothing else, is asked for. */
export type AskedGateway = {
  platform: Platform
  amount: string
  account: string
  payType: string | undefined
  rate: string
}

/** What the server names as the way to pay, as a call. */
const gatewayCalls = {
  '/pay/recharge': depositOnline,
  '/pay/bkash': depositByMobile,
  '/pay/card': depositByCard,
}

type ConfirmGatewayProps = {
  asked: AskedGateway
  open: boolean
  onOpenChange: (open: boolean) => void
  onRefused: (error: Error) => void
}

/** What is paid and what arrives, then away to the page of the provider. */
export function ConfirmGateway({ asked, open, onOpenChange, onRefused }: ConfirmGatewayProps) {
  const t = useText()
  const money = useMoney()
  const { platform, amount, account, payType, rate } = asked
  const send = useSend(gatewayCalls[platform.api], { quiet: true })
  // The server's word is checked as well: nobody is sent to a page that is no sandbox.
  const page = send.data !== undefined && isPaymentPage(send.data) ? send.data : undefined
  function confirm() {
    const request = {
      amount,
      pay_platform: platform.code,
      ...(payType && { pay_type: payType }),
      ...(platform.asks_account && { account }),
    }
    send.mutate(
      { request, own: { rate } },
      {
        onSuccess: (named) => {
          if (isPaymentPage(named)) globalThis.location.assign(named)
        },
        onError: onRefused,
      },
    )
  }
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('rails.confirm', { amount: money(worth(asked), 'USDT') })}
      send={send}
      {...useRailReceipt({ ...asked, method: `${platform.name} (TEST)` })}
      action={t('rails.toPay')}
      onConfirm={confirm}
      done={
        <Banner tone={page === undefined ? 'bad' : 'info'}>
          {t(page === undefined ? 'rails.unknownPlace' : 'rails.opening')}
        </Banner>
      }
      // It may be slow, or not come at all.
      next={
        page === undefined ? undefined : (
          <a href={page} className={buttonClass()}>
            {t('rails.toPay')}
          </a>
        )
      }
    >
      <p className="text-small text-mut">{t('rails.goesOn')}</p>
    </MoneySheet>
  )
}
