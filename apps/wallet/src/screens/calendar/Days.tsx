import { formatAmount, parseAmount } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { RecordRow } from '@btbc/ui/RecordRow.tsx'
import { useId } from 'react'

import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { atNoon, type Calendar, sumOf } from '#screens/calendar/calendar.ts'
import { Plot } from '#screens/calendar/Plot.tsx'

type DaysProps = {
  calendar: Calendar
  onEarlier: (() => void) | undefined
  onLater: (from: string) => void
}

/** The days of one window: a picture with its sentence, the list, and the ways to other days. */
export function Days({ calendar, onEarlier, onLater }: DaysProps) {
  const t = useText()
  const { date } = useFormats()
  const id = useId()
  const { from, until, days, next } = calendar
  return (
    <section aria-labelledby={id} className="card grid grid-cols-1 gap-3 p-4">
      <h2 id={id} className="num text-section font-semibold">
        {t('calendar.window', { from: date(atNoon(from)), until: date(atNoon(until)) })}
      </h2>
      <Plot calendar={calendar} sentence={useSentence(calendar)} />
      <ul>
        {days.map((day) => (
          <Day key={day.date} day={day} />
        ))}
      </ul>
      {(onEarlier !== undefined || next !== null) && (
        <div className="flex flex-wrap gap-3">
          {onEarlier && (
            <Button variant="ghost" size="medium" className="flex-1" onClick={onEarlier}>
              {t('calendar.earlier')}
            </Button>
          )}
          {next !== null && (
            <Button variant="ghost" size="medium" className="flex-1" onClick={() => onLater(next)}>
              {t('calendar.later', { date: date(atNoon(next)) })}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}

function useSentence({ days }: Calendar): string {
  const t = useText()
  const money = useShortMoney()
  const { count } = useFormats()
  if (days.length === 0) return t('calendar.noneInWindow')
  return t('calendar.sentence', {
    income: money(formatAmount(sumOf(days, 'income')), 'USDT'),
    back: money(formatAmount(sumOf(days, 'back')), 'USDT'),
    shown: count(days.length),
    count: days.length,
  })
}

/** What a day pays; what of it is the member's own stands beneath. */
function Day({ day }: { day: Calendar['days'][number] }) {
  const t = useText()
  const money = useShortMoney()
  const { date, count } = useFormats()
  const isBack = (parseAmount(day.back) ?? 0n) > 0n
  const payments = t('calendar.payments', { shown: count(day.payments), count: day.payments })
  return (
    <RecordRow
      title={date(atNoon(day.date))}
      detail={
        isBack
          ? `${payments} · ${t('calendar.andBack', { back: money(day.back, 'USDT') })}`
          : payments
      }
      direction="in"
      amount={money(day.income, 'USDT')}
    />
  )
}
