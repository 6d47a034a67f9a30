import type { readDeal } from '@btbc/contract/deal.ts'

import type { Answer } from '#api/call.ts'
import { useText } from '#i18n/text.ts'

type DealRecordProps = { record: Answer<typeof readDeal>['other'] }

/** What others found, with the number of deals it stands on, and the share that was released. */
export function DealRecord({ record }: DealRecordProps) {
  const t = useText()
  const { up, down, completed_30d: percent, deals_30d: count } = record
  return (
    <>
      {up + down === 0 ? t('deal.noThumbs') : t('deal.thumbs', { up, down, count: up + down })}
      {percent !== null && ` · ${t('deal.released30', { percent, count })}`}
    </>
  )
}
