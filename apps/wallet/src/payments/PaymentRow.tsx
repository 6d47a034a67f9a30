import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import type { PaymentList } from '@btbc/contract/payment-rules.ts'
import { Summary } from '@btbc/ui/Fold.tsx'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import type { ReactNode } from 'react'

import { useDue } from '#i18n/due.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { nextOf, stateOf, statusOf } from '#payments/payment-words.ts'

type PaymentRowProps = {
  list: PaymentList
  payment: PaymentJson
  /** What the member can do about it, such as taking it back. */
  action?: ReactNode
}

/** One payment: how much, where it stands, who acts next; the rest opens below. Belongs in a `<ul>`. */
export function PaymentRow({ list, payment, action }: PaymentRowProps) {
  const t = useText()
  const money = useShortMoney()
  const { dateTime } = useFormats()
  const { text, tone } = statusOf(list, payment.state)
  const state = stateOf(list, payment.state)
  const next = nextOf(payment)
  const { who, by } = payment.next
  const due = useDue()
  const amount = money(payment.amount, payment.currency_name)
  const at = dateTime(payment.created_at)
  return (
    <li className="grid gap-2 border-b border-line py-3 last:border-b-0">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <span className="grid gap-0.5">
          <span className="num font-semibold">{amount}</span>
          <span className="num text-small text-sub">{at}</span>
        </span>
        <StatusPill tone={tone}>{t(text)}</StatusPill>
      </div>
      <Progress payment={payment} />
      {state && <p className="text-small">{t(state)}</p>}
      {next && (
        <p className="text-small text-mut">
          {who === 'operator' ? due(next, by) : t(next, by === null ? {} : { by: dateTime(by) })}
        </p>
      )}
      {payment.remark !== '' && <p className="text-small text-mut">{payment.remark}</p>}
      <details className="group">
        <Summary className="text-small text-ac">
          {t('payments.details')}
          <span className="sr-only">{`: ${amount}, ${at}`}</span>
        </Summary>
        <Facts payment={payment} />
      </details>
      {action}
    </li>
  )
}

/** Confirmations while they come, in words and as a line. */
function Progress({ payment }: { payment: PaymentJson }) {
  const t = useText()
  const { confirmations, confirmations_needed: needed } = payment
  if (confirmations === undefined || needed === undefined) return null
  if (payment.state === 'done' || payment.state === 'rejected') return null
  const counted = Math.min(confirmations, needed)
  return (
    <div className="grid gap-1.5">
      <p className="num text-small">
        {t('payments.confirmations', { confirmations: counted, needed })}
      </p>
      <span aria-hidden className="h-1.5 overflow-hidden rounded-chip bg-s3">
        <span
          className="block h-full origin-left bg-ac2 transition-transform"
          style={{ transform: `scaleX(${counted / needed})` }}
        />
      </span>
    </div>
  )
}

function Facts({ payment }: { payment: PaymentJson }) {
  const t = useText()
  const money = useShortMoney()
  const code = payment.currency_name
  const long = (value: string) => <span className="text-small break-all select-all">{value}</span>
  const items = [
    { label: t('payments.amount'), value: money(payment.amount, code) },
    { label: t('payments.fee'), value: money(payment.fee, code) },
    {
      label: t('payments.net'),
      value: payment.units === undefined ? money(payment.net, code) : money(payment.units, 'BANK'),
    },
    ...optional(t('payments.address'), payment.address, long),
    ...optional(t('payments.bank'), payment.bank, long),
    ...optional(t('payments.hash'), payment.tx_hash, long),
    ...optional(t('payments.number'), payment.order_no, long),
  ]
  return <KeyValue items={items} />
}

function optional(label: string, value: string | undefined, show: (value: string) => ReactNode) {
  return value === undefined || value === '' ? [] : [{ label, value: show(value) }]
}
