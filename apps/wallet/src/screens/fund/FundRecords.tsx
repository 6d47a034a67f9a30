import { listFunds } from '@btbc/contract/fund.ts'
import { RecordRow } from '@btbc/ui/RecordRow.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'

import { send } from '#api/call.ts'
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
  const query = useInfiniteQuery({
    queryKey: [listFunds.path, { limit: PER_PAGE, paged: true }],
    meta: { about: listFunds.about },
    queryFn: ({ pageParam, signal }) =>
      send(listFunds, { limit: PER_PAGE, ...(pageParam > 0 && { before: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ list }) => (list.length < PER_PAGE ? undefined : list.at(-1)?.id),
  })
  const pages = {
    ...query,
    rows: query.data?.pages.flatMap(({ list }) => list) ?? [],
    total: query.data?.pages.at(-1)?.total ?? 0,
  }
  return (
    <div className="grid gap-3">
      <PagedRows pages={pages} empty={t('fund.nothingBought')}>
        {(row) => (
          <RecordRow
            key={row.id}
            title={`${t('fund.title', { days: row.days })} · ${row.rate} %`}
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
