import { listFunds } from '@btbc/contract/fund.ts'
import { RecordRow } from '@btbc/ui/RecordRow.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'

import { send } from '#api/call.ts'
import { useKeyedPages } from '#api/pages.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { PagedRows } from '#shell/PagedRows.tsx'

const PER_PAGE = 20

/** The seeds' numbers: running, ended, awaiting payment. */
const shownAs = {
  0: { tone: 'active', text: 'fund.running' },
  1: { tone: 'good', text: 'fund.ended' },
  2: { tone: 'waiting', text: 'fund.awaiting' },
} as const

/** What was bought, newest first: amount, term, when it comes back and as how much. */
export function FundRecords() {
  const t = useText()
  const money = useShortMoney()
  const { date } = useFormats()
  const pages = useKeyedPages({
    call: listFunds,
    limit: PER_PAGE,
    readPage: async (before: number | undefined, signal) => {
      const asked = { limit: PER_PAGE, ...(before && { before }) }
      const { list, total } = await send(listFunds, asked, { signal })
      return { list, total, next: list.length < PER_PAGE ? null : list.at(-1)?.id }
    },
  })
  return (
    <div className="grid gap-3">
      <PagedRows
        pages={pages}
        skeleton={<Skeleton className="h-40" />}
        empty={t('fund.nothingBought')}
      >
        {(row) => (
          <RecordRow
            key={row.id}
            title={`${t('fund.title', { days: row.days })} · ${t('shell.percent', { percent: row.rate })}`}
            detail={t('fund.backOn', {
              payout: money(row.payout, 'USDT'),
              date: date(row.fetch_time),
            })}
            amount={money(row.amount, 'USDT')}
            status={
              <StatusPill tone={shownAs[row.status].tone}>{t(shownAs[row.status].text)}</StatusPill>
            }
          />
        )}
      </PagedRows>
    </div>
  )
}
