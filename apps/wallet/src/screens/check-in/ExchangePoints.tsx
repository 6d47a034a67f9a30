import { exchangePoints } from '@btbc/contract/points.ts'
import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { AmountPad } from '@btbc/ui/AmountPad.tsx'
import { Button } from '@btbc/ui/Button.tsx'
import { Done } from '@btbc/ui/Done.tsx'
import { useState } from 'react'

import { useSend } from '#api/query.ts'
import { MoneyAction } from '#confirming/MoneyAction.tsx'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import type { PointRate } from '#screens/check-in/PointsCard.tsx'

type ExchangePointsProps = { rate: PointRate; onClose: () => void }

/** How many; then the receipt; then the server. */
export function ExchangePoints({ rate, onClose }: ExchangePointsProps) {
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<number>()
  return asked === undefined ? (
    <Choose rate={rate} typed={typed} onType={setTyped} onNext={() => setAsked(Number(typed))} />
  ) : (
    <Review rate={rate} points={asked} onClose={onClose} />
  )
}

type ChooseProps = {
  rate: PointRate
  typed: string
  onType: (typed: string) => void
  onNext: () => void
}

function Choose({ rate, typed, onType, onNext }: ChooseProps) {
  const t = useText()
  const money = useMoney()
  const points = Number(typed)
  const held = money(`${rate.points}`, 'POINT')
  const fault =
    points === 0
      ? t('points.enter')
      : points > rate.points
        ? t('points.notEnough', { points: held })
        : undefined
  return (
    <div className="grid gap-4">
      <AmountPad
        label={t('points.amount')}
        value={typed}
        onChange={onType}
        unit={t('wallet.pointsName')}
        decimals={0}
        chips={[{ label: t('transfer.all'), value: `${rate.points}` }]}
        note={
          <span role="status" className="num text-tx">
            {points > 0 && money(worthOf(rate, points), 'BTBC')}
          </span>
        }
        onEnter={() => {
          if (fault === undefined) onNext()
        }}
      />
      <Button onClick={onNext} disabledReason={fault}>
        {t('points.review')}
      </Button>
    </div>
  )
}

/** In BTBC, exact. */
function worthOf({ rate }: PointRate, points: number): string {
  return formatAmount((parseAmount(rate) ?? 0n) * BigInt(points))
}

type ReviewProps = { rate: PointRate; points: number; onClose: () => void }

function Review({ rate, points, onClose }: ReviewProps) {
  const t = useText()
  const money = useMoney()
  const send = useSend(exchangePoints, { quiet: true })
  const btbc = worthOf(rate, points)
  const shown = money(btbc, 'BTBC')
  return (
    <MoneyAction
      send={send}
      once
      lines={[
        { label: t('points.amount'), value: money(`${points}`, 'POINT') },
        {
          label: t('points.rate'),
          value: t('points.perPoint', { btbc: money(rate.rate, 'BTBC') }),
        },
      ]}
      total={{ label: t('points.gives'), value: shown }}
      action={t('points.exchangeAction', { btbc: shown })}
      onConfirm={() => send.mutate({ request: { amount: points }, own: { btbc } })}
      done={
        <Done title={t('points.exchanged')}>
          <p>{t('points.exchangedBody', { btbc: shown })}</p>
        </Done>
      }
      onClose={onClose}
    />
  )
}
