import type { readPointRate } from '@btbc/contract/points.ts'
import { parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { ShieldCheck } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { useReview } from '#confirming/useReview.ts'
import { useMoney, useShortMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { ExchangePoints } from '#screens/check-in/ExchangePoints.tsx'

export type PointRate = Answer<typeof readPointRate>

/** What the member holds, what it is worth, and what is behind points to come. */
export function PointsCard({ rate }: { rate: PointRate }) {
  const t = useText()
  const money = useMoney()
  const short = useShortMoney()
  const review = useReview<PointRate>()
  const isEmpty = (parseAmount(rate.pool_left) ?? 0n) < (parseAmount(rate.rate) ?? 0n)
  return (
    <section aria-labelledby="points" className="card grid gap-4 p-4">
      <div className="grid gap-1">
        <h2 id="points" className="text-small text-mut">
          {t('points.yours')}
        </h2>
        <p className="num text-amount font-semibold">{money(`${rate.points}`, 'POINT')}</p>
        {rate.points > 0 && (
          <p className="num text-small text-mut">
            {t('points.worth', { btbc: money(rate.reserved, 'BTBC') })}
          </p>
        )}
      </div>
      <Button
        variant="ghost"
        aria-haspopup="dialog"
        disabledReason={rate.points === 0 ? t('points.none') : undefined}
        onClick={() => review.ask(rate)}
      >
        {t('points.exchange')}
      </Button>
      <p className="flex gap-2 text-small text-mut">
        <ShieldCheck size={18} aria-hidden className="shrink-0 text-up" />
        <span className="num">
          {isEmpty
            ? t('points.behindNone')
            : t('points.behind', { left: short(rate.pool_left, 'BTBC') })}
        </span>
      </p>
      {review.asked && (
        <Sheet {...review.sheet} title={t('points.exchange')}>
          <ExchangePoints key={review.opening} rate={review.asked} onClose={review.close} />
        </Sheet>
      )}
    </section>
  )
}
