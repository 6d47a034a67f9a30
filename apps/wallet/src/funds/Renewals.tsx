import { leaveContract, listRenewals, renewContract } from '@btbc/contract/renewal.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'

import { useCall, useSend } from '#api/query.ts'
import { MoneySheet } from '#confirming/MoneyAction.tsx'
import { useReview } from '#confirming/useReview.ts'
import { type Asking, sourcesOf } from '#funds/renewal.ts'
import { useMoney, useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { Refused } from '#shell/Refused.tsx'

const SYNC_MS = 30_000

type Offered = Asking & { offer: NonNullable<Asking['offer']> }
/** What stood there when the sheet opened. */
type ReviewedRenewal = { asking: Offered; earn: string }

/** What has run its whole term and asks whether it goes on. Without an answer nothing does. */
export function Renewals({ kind }: { kind: Asking['kind'] }) {
  const { data } = useCall(listRenewals, {}, { refetchInterval: SYNC_MS })
  const review = useReview<ReviewedRenewal>()
  return (
    <>
      {data?.list
        .filter((each) => each.kind === kind)
        .map((each) => (
          <Question
            key={each.id}
            asking={each}
            onRenew={(asking) => review.ask({ asking, earn: data.earn })}
          />
        ))}
      {review.asked && <Renew key={review.opening} asked={review.asked} {...review.sheet} />}
    </>
  )
}

function useTitle({ kind, id }: Asking): string {
  const t = useText()
  return t(kind === 'lock' ? 'renewal.lockEnded' : 'renewal.fundEnded', { id })
}

type QuestionProps = { asking: Asking; onRenew: (asking: Offered) => void }

function Question({ asking, onRenew }: QuestionProps) {
  const t = useText()
  const money = useShortMoney()
  const { date } = useFormats()
  const leave = useSend(leaveContract, { quiet: true })
  const title = useTitle(asking)
  const { kind, id, amount, offer } = asking
  return (
    <section aria-label={title} className="card grid gap-3 p-4">
      <h2 className="text-section font-semibold">{title}</h2>
      <p className="num">
        {t('renewal.ask', { amount: money(amount, 'USDT'), date: date(asking.ended_at) })}
      </p>
      <Refused error={leave.error} />
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        aria-label={`${t('renewal.again')}: ${title}`}
        disabledReason={offer ? undefined : t('renewal.notNow')}
        onClick={() => {
          if (offer) onRenew({ ...asking, offer })
        }}
      >
        {t('renewal.again')}
      </Button>
      <Button
        variant="ghost"
        aria-label={`${t('renewal.leave')}: ${title}`}
        busy={leave.isPending}
        onClick={() => leave.mutate({ request: { kind, id } })}
      >
        {t('renewal.leave')}
      </Button>
    </section>
  )
}

type RenewProps = { asked: ReviewedRenewal; open: boolean; onOpenChange: (open: boolean) => void }

/** From where the amount comes, what it brings and when both are back; then the server's answer. */
function Renew({ asked, open, onOpenChange }: RenewProps) {
  const t = useText()
  const money = useMoney()
  const { date } = useFormats()
  const send = useSend(renewContract, { quiet: true })
  const { asking, earn } = asked
  const { kind, id, amount, offer } = asking
  const sources = sourcesOf(amount, earn)
  const usdt = (value: string | bigint) =>
    money(typeof value === 'string' ? value : formatAmount(value), 'USDT')
  const request = { kind, id, income: offer.income, from_earn: formatAmount(sources.earn) }
  return (
    <MoneySheet
      open={open}
      onOpenChange={onOpenChange}
      title={useTitle(asking)}
      send={send}
      hold
      once
      lines={[
        { label: t('renewal.fromEarn'), value: usdt(sources.earn) },
        ...(sources.spot > 0n ? [{ label: t('renewal.fromSpot'), value: usdt(sources.spot) }] : []),
        { label: t('lock.wholeTerm', { days: offer.days }), value: usdt(offer.income) },
      ]}
      total={{
        label: t('lock.allTogether', { date: date(send.data?.ends_at ?? offer.ends_at) }),
        value: usdt((parseAmount(amount) ?? 0n) + (parseAmount(offer.income) ?? 0n)),
      }}
      action={t('renewal.action', { amount: usdt(amount) })}
      onConfirm={() => send.mutate({ request })}
      done={
        <Done title={t('renewal.done')}>
          <p>{t('fund.boughtBody', { yield: usdt(offer.income) })}</p>
        </Done>
      }
    >
      <p className="text-small text-mut">
        {t(kind === 'lock' ? 'lock.howItEnds' : 'fund.noEarlyEnd')}
      </p>
    </MoneySheet>
  )
}
