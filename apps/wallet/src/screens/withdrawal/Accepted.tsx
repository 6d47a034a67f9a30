import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { nextOf } from '#payments/payment-words.ts'

type AcceptedProps = Pick<PaymentJson, 'state' | 'next'>

/** The server has taken it: who acts next, and by when. */
export function Accepted({ state, next }: AcceptedProps) {
  const t = useText()
  const { dateTime } = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed is gone; the reader goes on here.
  useEffect(() => heading.current?.focus(), [])
  const waits = nextOf({ next })
  return (
    <div className="grid justify-items-center gap-2 py-2 text-center">
      <CircleCheck size={48} aria-hidden className="text-up" />
      <h3 ref={heading} tabIndex={-1} className="text-title font-semibold outline-none">
        {state === 'done' ? t('withdrawal.done') : t('withdrawal.taken')}
      </h3>
      {waits && (
        <p className="text-small text-mut">
          {t(waits, next.by === null ? {} : { by: dateTime(next.by) })}
        </p>
      )}
    </div>
  )
}
