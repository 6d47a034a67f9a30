import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import { useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { PaymentRow } from '#payments/PaymentRow.tsx'
import { AppLink, linkClass } from '#shell/AppLink.tsx'
import { Section } from '#shell/Section.tsx'

type ArrivingProps = { onTheWay: readonly PaymentJson[]; arrived: readonly PaymentJson[] }

/** What is on its way, counting up, and then that it is there; nothing, when nothing is. */
export function Arriving({ onTheWay, arrived }: ArrivingProps) {
  const t = useText()
  return (
    <>
      {arrived.map((payment) => (
        <Arrived key={payment.id} payment={payment} />
      ))}
      {onTheWay.length > 0 && (
        <Section title={t('recharge.arriving')}>
          <ul className="card px-4">
            {onTheWay.map((payment) => (
              <PaymentRow key={payment.id} list="coin_recharge_list" payment={payment} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

function Arrived({ payment }: { payment: PaymentJson }) {
  const t = useText()
  const money = useShortMoney()
  return (
    <Banner
      tone="good"
      action={
        <AppLink to={paths.wallet()} className={linkClass}>
          {t('rails.toWallet')}
        </AppLink>
      }
    >
      {t('recharge.arrived', { amount: money(payment.net, payment.currency_name) })}
    </Banner>
  )
}
