import { formatAmount } from '@btbc/money/amount.ts'
import { Banner } from '@btbc/ui/Banner.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { ShieldCheck } from 'lucide-react'

import { useReview } from '#confirming/useReview.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { AmountField } from '#payments/AmountField.tsx'
import { ConfirmLock, type ReviewedLock } from '#screens/lock/ConfirmLock.tsx'
import { faultOf, noneOf, outlookOf, type Plan } from '#screens/lock/growth.ts'

type LockFormProps = { plan: Plan; amount: string; onChange: (amount: string) => void }

/** A new lock: the amount, what it brings, what is left behind it. */
export function LockForm({ plan, amount, onChange }: LockFormProps) {
  const t = useText()
  const review = useReview<ReviewedLock>()
  const fault = useFault(plan, amount)
  return (
    <section aria-label={t('lock.plan')} className="card grid gap-4 p-4">
      <p>{t('lock.terms', { rate: plan.incomde_rate, days: plan.days })}</p>
      <AmountField
        label={t('lock.amount')}
        value={amount}
        onChange={onChange}
        unit="USDT"
        all={plan.fil_wallet}
        note={<AmountNote plan={plan} amount={amount} />}
      />
      <Cover plan={plan} />
      <Button
        aria-haspopup="dialog"
        disabledReason={fault}
        onClick={() => review.ask({ plan, amount })}
      >
        {t('lock.review')}
      </Button>
      {review.asked && (
        <ConfirmLock
          key={review.opening}
          asked={review.asked}
          {...review.sheet}
          onDone={() => onChange('')}
        />
      )}
    </section>
  )
}

function useFault(plan: Plan, amount: string): string | undefined {
  const t = useText()
  const money = useShortMoney()
  const fault = faultOf(plan, amount)
  switch (fault) {
    case undefined:
      return undefined
    case 'noAmount':
      return t('transfer.enterAmount')
    case 'minimum':
      return t('lock.minimum', { minimum: money(plan.min, 'USDT') })
    case 'notEnough':
      return t('transfer.notEnough')
    case 'notCovered':
      return t('lock.notCovered', { covered: money(plan.covered, 'USDT') })
  }
}

/** What is there, and what this amount brings. */
function AmountNote({ plan, amount }: { plan: Plan; amount: string }) {
  const t = useText()
  const money = useShortMoney()
  const { date } = useFormats()
  const outlook = outlookOf(plan, amount)
  return (
    <span className="num grid gap-1">
      <span>{t('transfer.available', { amount: money(plan.fil_wallet, 'USDT') })}</span>
      {outlook.plan > 0n && (
        <span role="status" className="text-tx">
          {t('lock.gives', {
            day: money(formatAmount(outlook.day), 'USDT'),
            plan: money(formatAmount(outlook.plan), 'USDT'),
            date: date(outlook.endsAt),
          })}
        </span>
      )}
    </span>
  )
}

/** What stands behind the next lock, and a no that is said before it is asked for. */
function Cover({ plan }: { plan: Plan }) {
  const t = useText()
  const money = useShortMoney()
  const none = noneOf(plan)
  if (none) return <Banner tone="warn">{t(`lock.${none}`)}</Banner>
  return (
    <p className="flex gap-2 text-small text-mut">
      <ShieldCheck size={18} aria-hidden className="shrink-0 text-up" />
      <span className="num">
        {t('lock.behind', {
          left: money(plan.available_reserve, 'USDT'),
          covered: money(plan.covered, 'USDT'),
        })}
      </span>
    </p>
  )
}
