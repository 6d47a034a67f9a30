import type { PaymentJson } from '@btbc/contract/payment-state.ts'
import { Done } from '@btbc/ui/Done.tsx'

import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { nextOf } from '#payments/payment-words.ts'

type AcceptedProps = Pick<PaymentJson, 'state' | 'next'>

/** The server has taken it: who acts next, and by when. */
export function Accepted({ state, next }: AcceptedProps) {
  const t = useText()
  const { dateTime } = useFormats()
  const waits = nextOf({ next })
  return (
    <Done title={state === 'done' ? t('withdrawal.done') : t('withdrawal.taken')}>
      {waits && (
        <p className="text-small text-mut">
          {t(waits, next.by === null ? {} : { by: dateTime(next.by) })}
        </p>
      )}
    </Done>
  )
}
