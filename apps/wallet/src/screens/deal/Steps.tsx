import { clsx } from 'clsx'
import { Check } from 'lucide-react'

import { useText } from '#i18n/text.ts'

const names = ['deal.step1', 'deal.step2', 'deal.step3'] as const

/** Match, pay, confirm: `step` is 2, 3 or 4, the last of which is that all is done. */
export function Steps({ step, isOver }: { step: number; isOver: boolean }) {
  const t = useText()
  return (
    <ol aria-label={t('deal.steps')} className="grid grid-cols-3 gap-2">
      {names.map((name, index) => {
        const number = index + 1
        const isDone = number < step
        const isNow = number === step && !isOver
        return (
          <li
            key={name}
            aria-current={isNow ? 'step' : undefined}
            className={clsx(
              'grid content-start justify-items-center gap-1 text-center text-small',
              isNow ? 'font-semibold text-tx' : 'text-mut',
            )}
          >
            <span
              aria-hidden
              className={clsx(
                'grid size-8 place-items-center rounded-chip border',
                isDone ? 'border-acf bg-acf text-onac' : isNow ? 'border-ac text-ac' : 'border-ctl',
              )}
            >
              {isDone ? <Check size={18} /> : number}
            </span>
            {t(name)}
            {isDone && <span className="sr-only">{t('deal.stepDone')}</span>}
          </li>
        )
      })}
    </ol>
  )
}
