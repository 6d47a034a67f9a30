import { openLock } from '@btbc/contract/lock.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Done } from '@btbc/ui/Done.tsx'

import { useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { outlookOf, type Plan } from '#screens/lock/growth.ts'

/** The plan and the amount as they stood when the sheet opened: that, and nothing else, is bought. */
export type ReviewedLock = { plan: Plan; amount: string }

type ConfirmLockProps = {
  asked: ReviewedLock
  open: boolean
  onOpenChange: (open: boolean) => void
  onDone: () => void
}

/** What is locked, what it brings and when it comes back; then the server's answer. */
export function ConfirmLock({ asked, open, onOpenChange, onDone }: ConfirmLockProps) {
  const t = useText()
  const money = useMoney()
  const { date, dateTime } = useFormats()
  const send = useSend(openLock, { quiet: true })
  const { plan, amount } = asked
  const { day, plan: income, endsAt } = outlookOf(plan, amount)
  const bought = send.data
  const units = parseAmount(amount) ?? 0n
  const shown = (value: bigint) => money(formatAmount(value), 'USDT')
  const asking = { request: { price: amount }, own: { plan_income: formatAmount(income) } }
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('lock.plan')}
      send={send}
      hold
      once
      lines={[
        { label: t('lock.amountBack'), value: shown(units) },
        { label: t('lock.toEarn'), value: shown(day) },
        { label: t('lock.wholeTerm', { days: plan.days }), value: shown(income) },
      ]}
      total={{
        label: t('lock.allTogether', { date: date(bought?.ends_at ?? endsAt) }),
        value: shown(units + income),
      }}
      after={
        send.isSuccess
          ? []
          : [
              {
                label: t('lock.balanceAfter'),
                value: shown((parseAmount(plan.fil_wallet) ?? 0n) - units),
              },
            ]
      }
      action={t('lock.lockAction', { amount: shown(units) })}
      onConfirm={() => send.mutate(asking, { onSuccess: onDone })}
      done={
        bought && (
          <Done title={t('lock.locked')}>
            <p>{t('lock.lockedBody', { plan: shown(income), time: dateTime(bought.next_at) })}</p>
          </Done>
        )
      }
    >
      <p className="text-small text-mut">{t('lock.howItEnds')}</p>
    </MoneySheet>
  )
}
