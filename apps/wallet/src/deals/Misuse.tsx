import type { quoteDeal } from '@btbc/contract/deal.ts'
import { Banner } from '@btbc/ui/Banner.tsx'

import type { Answer } from '#api/call.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type MisuseProps = { misuse: Answer<typeof quoteDeal>['misuse'] }

/** How many deals went unpaid or were falsely marked, said before the last of them stops new ones. */
export function Misuse({ misuse: { count, limit, until } }: MisuseProps) {
  const t = useText()
  const { dateTime } = useFormats()
  if (until !== null)
    return <Banner tone="warn">{t('deal.stopped', { until: dateTime(until) })}</Banner>
  if (count === 0) return null
  return <Banner tone="warn">{t('deal.misuse', { count, limit })}</Banner>
}
