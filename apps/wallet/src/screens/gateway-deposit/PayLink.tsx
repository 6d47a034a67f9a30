import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'

import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { isPaymentPage } from '#payments/gateway.ts'

/** Back to the page of the provider, for a deposit that nobody has paid yet. */
export function PayLink({ payment }: { payment: PaymentJson }) {
  const t = useText()
  const money = useShortMoney()
  const page = payment.pay_url
  if (page === undefined || !isPaymentPage(page)) return null
  return (
    <a
      href={page}
      aria-label={`${t('rails.toPay')}: ${money(payment.amount, payment.currency_name)}`}
      className={buttonClass({ variant: 'ghost', size: 'medium' })}
    >
      {t('rails.toPay')}
    </a>
  )
}

/** For lists of payments. */
export function payLinkOf(payment: PaymentJson) {
  return <PayLink payment={payment} />
}
