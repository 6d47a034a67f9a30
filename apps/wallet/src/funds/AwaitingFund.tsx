import { listFunds, payFund, releaseFund } from '@btbc/contract/fund.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'

import type { Answer } from '#api/call.ts'
import { useCall, useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useReview } from '#confirming/useReview.ts'
import { useMoney, useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Refused } from '#shell/Refused.tsx'

const AWAITING = 2
const SYNC_MS = 15_000

type Purchase = Answer<typeof listFunds>['list'][number]

/** What was set aside and waits for its payment: how much by when, and both ways out. */
export function AwaitingFund() {
  const request = { status: AWAITING, limit: 1 }
  const [waiting] = useCall(listFunds, request, { refetchInterval: SYNC_MS }).data?.list ?? []
  const review = useReview<Purchase>()
  return (
    <>
      {waiting && <Waiting waiting={waiting} onPay={() => review.ask(waiting)} />}
      {review.asked && <PayFund key={review.opening} waiting={review.asked} {...review.sheet} />}
    </>
  )
}

function Waiting({ waiting, onPay }: { waiting: Purchase; onPay: () => void }) {
  const t = useText()
  const money = useShortMoney()
  const { dateTime } = useFormats()
  const release = useSend(releaseFund, { quiet: true })
  return (
    <section aria-label={t('fund.awaiting')} className="card grid gap-3 p-4">
      <h2 className="text-section font-semibold">
        {t('fund.awaiting')} · {t('fund.title', { days: waiting.days })}
      </h2>
      <p className="num">
        {t('fund.payBy', {
          amount: money(waiting.amount, 'USDT'),
          yield: money(yieldOf(waiting), 'USDT'),
          time: dateTime(waiting.pay_by ?? waiting.fetch_time),
        })}
      </p>
      <Refused error={release.error} />
      <Button aria-haspopup="dialog" onClick={onPay}>
        {t('fund.pay')}
      </Button>
      <Button
        variant="ghost"
        busy={release.isPending}
        onClick={() => release.mutate({ request: { id: waiting.id } })}
      >
        {t('fund.letGo')}
      </Button>
    </section>
  )
}

type PayFundProps = {
  waiting: Purchase
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** What is paid and what it brings; then the server's answer. */
function PayFund({ waiting, open, onOpenChange }: PayFundProps) {
  const t = useText()
  const money = useMoney()
  const { date } = useFormats()
  const send = useSend(payFund, { quiet: true })
  const usdt = (value: string) => money(value, 'USDT')
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('fund.title', { days: waiting.days })}
      send={send}
      hold
      once
      lines={[
        { label: t('lock.amountBack'), value: usdt(waiting.amount) },
        {
          label: t('fund.yieldOf', { rate: waiting.rate, days: waiting.days }),
          value: usdt(yieldOf(waiting)),
        },
      ]}
      total={{
        label: t('fund.toEarn', { date: date(send.data?.fetch_time ?? waiting.fetch_time) }),
        value: usdt(waiting.payout),
      }}
      action={t('fund.payAction', { amount: usdt(waiting.amount) })}
      onConfirm={() => send.mutate({ request: { id: waiting.id } })}
      done={
        <Done title={t('fund.bought')}>
          <p>{t('fund.boughtBody', { yield: usdt(yieldOf(waiting)) })}</p>
        </Done>
      }
    >
      <p className="text-small text-mut">{t('fund.noEarlyEnd')}</p>
    </MoneySheet>
  )
}

function yieldOf({ payout, amount }: Purchase): string {
  return formatAmount((parseAmount(payout) ?? 0n) - (parseAmount(amount) ?? 0n))
}
