import { listOnlineDeposits } from '@btbc/contract/gateway.ts'
import { isOver } from '@btbc/contract/payment-rules.ts'
import { withoutZeros } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { useCall, useErrorText } from '#api/query.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { PaymentRow } from '#payments/PaymentRow.tsx'
import { paths } from '#paths.ts'
import { PayLink } from '#screens/gateway-deposit/PayLink.tsx'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { Section } from '#shell/Section.tsx'

/** The server says when it changes; this is for what was not heard. */
const ASK_MS = 20_000
const LATEST = 20

/** Back from the page of the provider: what our own books say, not what the link says. */
export function Returned({ order }: { order: string }) {
  const t = useText()
  const money = useShortMoney()
  const errorText = useErrorText()
  const list = useCall(
    listOnlineDeposits,
    { status: -1, limit: LATEST },
    { refetchInterval: ASK_MS },
  )
  const payment = list.data?.list.find((each) => each.order_no === order)
  const over = payment !== undefined && isOver(payment.state)
  if (!list.data && list.error) {
    return (
      <ErrorBlock busy={list.isFetching} onRetry={() => void list.refetch()}>
        {errorText(list.error)}
      </ErrorBlock>
    )
  }
  if (!list.data) return <Skeleton className="h-60" />
  return (
    <Section title={t('rails.resultTitle')}>
      {payment && (
        <ul className="card px-4">
          <PaymentRow
            list="recharge_list"
            payment={payment}
            action={<PayLink payment={payment} />}
          />
        </ul>
      )}
      {!over && <Banner>{t('rails.waiting')}</Banner>}
      {payment?.state === 'done' && (
        <Banner
          tone="good"
          action={
            <AppLink
              to={paths.transfer({
                from: 'legal',
                to: 'change',
                coin: 'USDT',
                amount: withoutZeros(payment.net),
              })}
              className={linkClass}
            >
              {t('rails.moveToSpot')}
            </AppLink>
          }
        >
          {t('rails.credited', { amount: money(payment.net, 'USDT') })}
        </Banner>
      )}
      {over && payment.state !== 'done' && <Banner tone="warn">{t('rails.notPaid')}</Banner>}
      <AppLink to={paths.wallet()} className={buttonClass()}>
        {t('rails.toWallet')}
      </AppLink>
      <AppLink to={paths.gatewayDeposit()} className={buttonClass({ variant: 'ghost' })}>
        {t('rails.again')}
      </AppLink>
    </Section>
  )
}
