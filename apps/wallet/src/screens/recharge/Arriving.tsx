import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { PaymentRow } from '#payments/PaymentRow.tsx'
import { Section } from '#shell/Section.tsx'

const WAITING = 1
const SHOWN = 10
const EVERY_MS = 2_000

/** What is on its way, counting up; nothing, when nothing is. */
export function Arriving() {
  const t = useText()
  const deposits = useCall(
    '/pay/coin_recharge_list',
    { status: WAITING, limit: SHOWN },
    { refetchInterval: EVERY_MS },
  )
  const list = deposits.data?.list ?? []
  if (list.length === 0) return null
  return (
    <Section title={t('recharge.arriving')}>
      <ul className="card px-4">
        {list.map((payment) => (
          <PaymentRow key={payment.id} list="coin_recharge_list" payment={payment} />
        ))}
      </ul>
    </Section>
  )
}
