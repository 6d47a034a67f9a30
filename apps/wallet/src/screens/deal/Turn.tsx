import { PAY_MINUTES } from '@btbc/contract/deal-rules.ts'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import { states, turnOf, type Deal } from '#deals/deal-words.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText, type TextKey } from '#i18n/text.ts'
import { useLeft } from '#screens/deal/useLeft.ts'

/** One instruction, who acts next, and how long they have. */
export function Turn({ deal }: { deal: Deal }) {
  const t = useText()
  const { dateTime } = useFormats()
  const { text, tone } = states[deal.state]
  const turn = turnOf(deal)
  // With a dispute it says itself by when it is decided, and that this has passed.
  const by = deal.state === 'disputed' ? null : (deal.pay_until ?? deal.next.by)
  return (
    <section aria-label={t('deal.now')} className="card grid justify-items-center gap-3 p-4">
      <StatusPill tone={tone}>{t(text)}</StatusPill>
      <h2 className="text-center text-section font-semibold">{t(instructionOf(deal))}</h2>
      {by !== null && <Ring key={by} until={by} isPay={deal.can.pay} />}
      {turn && (
        <p className="num text-center text-small text-mut">
          {t(turn)}
          {by !== null && ` · ${t('deal.by', { by: dateTime(by) })}`}
        </p>
      )}
      {deal.state === 'paid' && (
        <p className="text-center text-small text-sub">{t('deal.thenDispute')}</p>
      )}
    </section>
  )
}

function instructionOf({ state, side }: Deal): TextKey {
  const isBuyer = side === 'buyer'
  switch (state) {
    case 'open':
      return isBuyer ? 'deal.doPay' : 'deal.waitPay'
    case 'paid':
      return isBuyer ? 'deal.waitConfirm' : 'deal.doConfirm'
    case 'disputed':
      return 'deal.waitOperator'
    case 'finished':
      return isBuyer ? 'deal.gotIt' : 'deal.gaveIt'
    case 'split':
      return 'deal.wasSplit'
    case 'cancelled':
      return 'deal.wasCancelled'
  }
}

const RADIUS = 54
const AROUND = 2 * Math.PI * RADIUS
const WHOLE_S = PAY_MINUTES * 60
const SOON_S = 5 * 60
/** Said aloud at so many minutes. */
const SAID = [10, 5, 1]

type RingProps = { until: string; isPay: boolean }

/** The time left as a ring of half an hour; by the house's clock. */
function Ring({ until, isPay }: RingProps) {
  const t = useText()
  const left = useLeft(until)
  const minutes = Math.floor(left / 60)
  const shown = `${String(minutes).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
  const part = Math.min(1, left / WHOLE_S)
  if (left === 0) return <p className="font-semibold text-warn">{t('deal.timedOut')}</p>
  return (
    <div className="relative grid size-32 place-items-center">
      <svg viewBox="0 0 120 120" aria-hidden className="absolute inset-0 -rotate-90">
        <circle cx="60" cy="60" r={RADIUS} fill="none" strokeWidth="8" className="stroke-s3" />
        <circle
          cx="60"
          cy="60"
          r={RADIUS}
          fill="none"
          strokeWidth="8"
          strokeLinecap="round"
          strokeDasharray={`${AROUND * part} ${AROUND}`}
          className={left < SOON_S ? 'stroke-warn' : 'stroke-acf'}
        />
      </svg>
      <span role="timer" className="num text-title font-semibold">
        {shown}
      </span>
      <span role="status" className="sr-only">
        {isPay && left % 60 === 0 && SAID.includes(minutes)
          ? t('deal.minutesLeft', { minutes })
          : ''}
      </span>
    </div>
  )
}
