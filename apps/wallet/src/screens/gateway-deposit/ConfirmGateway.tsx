import { formatAmount, mulDiv, parseAmount, UNIT } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Receipt } from '@btbc/ui/Receipt.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { isPaymentPage, type Platform } from '#screens/gateway-deposit/gateway.ts'
import { useOnline } from '#shell/online.ts'

/** The deposit as it stood when its sheet opened: that, and nothing else, is asked for. */
export type AskedGateway = {
  platform: Platform
  amount: string
  account: string
  payType: string | undefined
  rate: string
  key: string
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
  const online = useOnline()
  const { platform, amount, account, payType, key } = asked
  const [leaving, setLeaving] = useState(false)
  const [strange, setStrange] = useState(false)
  const send = useSend(platform.api, ['/pay/recharge_list', '/pay/platforms'])
  function confirm() {
    const request = {
      amount,
      pay_platform: platform.code,
      ...(payType && { pay_type: payType }),
      ...(platform.asks_account && { account }),
    }
    send.mutate(
      { request, key },
      {
        onSuccess: (page) => {
          // The server's word is checked as well: nobody is sent to a page that is no sandbox.
          if (!isPaymentPage(page)) return setStrange(true)
          setLeaving(true)
          globalThis.location.assign(page)
        },
        onError: onRefused,
      },
    )
  }
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('rails.confirm', { amount: money(worth(asked), 'USDT') })}
      dismissible={!send.isPending && !leaving}
    >
      <div className="grid gap-4">
        <RailReceipt {...asked} method={`${platform.name} (TEST)`} />
        <p className="text-small text-mut">{t('rails.goesOn')}</p>
        {strange && <Banner tone="bad">{t('rails.unknownPlace')}</Banner>}
        <TestNote />
        <Button
          busy={send.isPending || leaving}
          disabledReason={online ? undefined : t('shell.offline')}
          onClick={confirm}
        >
          {t('rails.toPay')}
        </Button>
      </div>
    </Sheet>
  )
}

/** Bank units in USDT at the rate shown, as the server will reckon it. */
export function worth({ amount, rate }: { amount: string; rate: string }): string {
  return formatAmount(mulDiv(parseAmount(amount) ?? 0n, parseAmount(rate) ?? 0n, UNIT, 'down'))
}

/** Amount, fee, net of a deposit in bank units. */
export function RailReceipt(props: { amount: string; rate: string; method: string }) {
  const { amount, rate, method } = props
  const t = useText()
  const money = useMoney()
  const { amount: shown } = useFormats()
  return (
    <Receipt
      lines={[
        {
          label: t('rails.youPay'),
          value: money(amount, 'BANK'),
          note: t('rails.rate', { rate: `${shown(rate, { minDecimals: 2 })} USDT` }),
        },
        { label: t('rails.fee'), value: money('0', 'USDT') },
      ]}
      total={{ label: t('rails.arrives'), value: money(worth({ amount, rate }), 'USDT') }}
      after={[{ label: t('rails.method'), value: method }]}
    />
  )
}
