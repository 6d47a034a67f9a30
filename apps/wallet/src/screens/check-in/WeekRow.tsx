import type { readCheckIn } from '@btbc/contract/points.ts'
import { clsx } from 'clsx'
import { Check } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type WeekRowProps = { week: Answer<typeof readCheckIn>['week']; today: number }

/** Seven days with what each gives: done, today, to come. */
export function WeekRow({ week, today }: WeekRowProps) {
  const t = useText()
  const { count } = useFormats()
  return (
    <ol aria-label={t('points.week')} className="grid grid-cols-4 gap-2 min-[22rem]:grid-cols-7">
      {week.map(({ day, points, done }) => (
        <li
          key={day}
          aria-current={day === today ? 'date' : undefined}
          className={clsx(
            'num grid min-h-19 content-between justify-items-center rounded-control border px-1 py-2',
            done ? 'border-transparent bg-acf text-onac' : 'bg-s2',
            !done && (day === today ? 'border-ac text-tx' : 'border-line text-mut'),
          )}
        >
          <span className="text-label">
            <span className="sr-only">{t('points.day', { day })}</span>
            <span aria-hidden>{count(day)}</span>
          </span>
          <span className="font-semibold">{`+${count(points)}`}</span>
          <span className="grid min-h-4 place-items-center">
            {done && <Check size={16} aria-hidden />}
            {done && <span className="sr-only">{t('points.isDone')}</span>}
            {!done && day === today && <span className="sr-only">{t('points.isToday')}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
