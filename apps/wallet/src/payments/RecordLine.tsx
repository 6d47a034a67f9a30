import type { listRecords } from '@btbc/contract/mining.ts'
import { RecordRow } from '@btbc/ui/RecordRow.tsx'
import type { ReactNode } from 'react'

import type { Answer } from '#api/call.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { RecordTitle } from '#payments/RecordTitle.tsx'

export type RecordEntry = Answer<typeof listRecords>['data'][number]

type RecordLineProps = {
  entry: Pick<
    RecordEntry,
    'info' | 'kind' | 'value' | 'currency' | 'currency_name' | 'created_at' | 'order_no'
  >
  status?: ReactNode
}

/** What happened, when, and how much came or went: by sign and arrow, not by colour alone. */
export function RecordLine({ entry, status }: RecordLineProps) {
  const money = useShortMoney()
  const { dateTime } = useFormats()
  const out = entry.value.startsWith('-')
  return (
    <RecordRow
      title={<RecordTitle {...entry} />}
      detail={`${dateTime(entry.created_at)} · ${entry.order_no}`}
      direction={out ? 'out' : 'in'}
      amount={
        <>
          <span aria-hidden className="mr-1 text-label">
            {out ? '▼' : '▲'}
          </span>
          {money(entry.value, entry.currency_name, { signed: true })}
        </>
      }
      status={status}
    />
  )
}
