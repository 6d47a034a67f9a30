import type * as Lab from '@btbc/contract/lab.ts'
import { formatAmount } from '@btbc/money/amount.ts'
import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'

import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { HORIZON } from '#screens/lab/settings.ts'
import type { Point } from '@btbc/ui/cover-line.ts'
import { CoverPlot } from '@btbc/ui/CoverPlot.tsx'

export function Scheme({ scheme: { days, paid, failure } }: { scheme: Lab.Scheme }) {
  const t = useText()
  const money = useMoneyOf()
  const { count } = useFormats()
  return (
    <Outcome
      name={t('lab.scheme')}
      verdict={
        failure ? t('lab.fails', { day: failure.day }) : t('lab.lasts', { day: days.length - 1 })
      }
      isGood={false}
      points={failure ? [...days, ...afterwards(failure)] : days}
    >
      <KeyValue
        items={[
          { label: t('lab.unpaid'), value: money(failure?.unpaid ?? 0n) },
          { label: t('lab.caught'), value: count(failure?.members ?? 0) },
          { label: t('lab.paid'), value: money(paid) },
        ]}
      />
    </Outcome>
  )
}

/** From the day it fails nothing is there; what was due stays due, and incomes to come are lost. */
function afterwards({ day, unpaid }: Lab.Failure): Point[] {
  return Array.from({ length: HORIZON + 1 - day }, () => ({ there: 0n, due: unpaid }))
}

export function House({ house }: { house: Lab.House }) {
  const t = useText()
  const money = useMoneyOf()
  const { count } = useFormats()
  const unpaid = missingOf(house.days)
  const isGood = unpaid === 0n
  const kept = t(house.sold === 0 ? 'lab.sellsNothing' : 'lab.keeps')
  const verdict = isGood ? kept : t('lab.fails', { day: house.days.length - 1 })
  return (
    <Outcome name={t('lab.house')} verdict={verdict} isGood={isGood} points={house.days}>
      <KeyValue
        items={[
          { label: t('lab.unpaid'), value: money(unpaid) },
          { label: t('lab.sold'), value: count(house.sold) },
          { label: t('lab.refused'), value: count(house.refused) },
          { label: t('lab.paid'), value: money(house.paid) },
          { label: t('lab.pool'), value: money(house.pool) },
        ]}
      />
    </Outcome>
  )
}

/** The most that was due on any day and not there. */
function missingOf(days: readonly Point[]): bigint {
  return days.reduce((most, { there, due }) => (due - there > most ? due - there : most), 0n)
}

type OutcomeProps = {
  name: string
  verdict: string
  isGood: boolean
  points: readonly Point[]
  children: ReactNode
}

function Outcome({ name, verdict, isGood, points, children }: OutcomeProps) {
  const t = useText()
  const money = useMoneyOf()
  const { there, due } = points.at(-1) ?? { there: 0n, due: 0n }
  const plot = { house: name, day: points.length - 1, there: money(there), due: money(due) }
  return (
    <section aria-label={name} className="card grid gap-3 p-4">
      <div>
        <h2 className="text-small text-mut">{name}</h2>
        <p
          role="status"
          className={clsx('text-section font-semibold', isGood ? 'text-up' : 'text-dn')}
        >
          {verdict}
        </p>
      </div>
      <CoverPlot points={points} />
      <p className="sr-only">{t('lab.plot', plot)}</p>
      {children}
    </section>
  )
}

function useMoneyOf() {
  const money = useShortMoney()
  return (units: bigint) => money(formatAmount(units), 'USDT')
}
