import { depositByCard, depositByMobile, depositOnline } from '@btbc/contract/gateway.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { MoneySheet } from '#components/MoneyAction.tsx'
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
  const [isStrange, setStrange] = useState(false)
  const { isPending, isSuccess, error, mutate } = useSend(gatewayCalls[platform.api], {
    quiet: true,
  })
  function confirm() {
    const request = {
      amount,
      rate,
      pay_platform: platform.code,
      ...(payType && { pay_type: payType }),
      ...(platform.asks_account && { account }),
    }
    mutate(
      { request },
      {
        onSuccess: (page) => {
          // The server's word is checked as well: nobody is sent to a page that is no sandbox.
          if (isPaymentPage(page)) globalThis.location.assign(page)
          else setStrange(true)
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
      // With the answer it is not over: the page of the provider comes next.
      send={{ isPending: isPending || (isSuccess && !isStrange), isSuccess: isStrange, error }}
      {...useRailReceipt({ ...asked, method: `${platform.name} (TEST)` })}
      action={t('rails.toPay')}
      onConfirm={confirm}
      done={<Banner tone="bad">{t('rails.unknownPlace')}</Banner>}
    >
      <p className="text-small text-mut">{t('rails.goesOn')}</p>
    </MoneySheet>
  )
}
