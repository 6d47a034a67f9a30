import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { ErrorBlock } from '@btbc/ui/ErrorBlock.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { read } from '#api/call.ts'
import { useErrorText } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { RecordLine, type RecordEntry } from '#screens/income/RecordLine.tsx'
import { Page } from '#shell/Page.tsx'

const PAGE_LIMIT = 100
const filters = ['0', '2', '5'] as const
type Filter = (typeof filters)[number]

/** Everything that changed a balance, newest first. */
export function IncomeScreen() {
  const t = useText()
  const navigate = useNavigate()
  const asked = useSearch({ strict: false }).t
  const filter = filters.find((each) => each === asked) ?? '0'
  return (
    <Page title={t('wallet.records')}>
      <Segmented
        legend={t('wallet.filter')}
        options={[
          { value: '0', label: t('wallet.filterAll') },
          { value: '2', label: t('wallet.filterMining') },
          { value: '5', label: t('wallet.filterStarts') },
        ]}
        value={filter}
        onChange={(next: Filter) =>
          void navigate({
            to: '/income',
            search: next === '0' ? {} : { t: next },
            replace: true,
            resetScroll: false,
          })
        }
      />
      <Records filter={filter} />
    </Page>
  )
}

function Records({ filter }: { filter: Filter }) {
  const t = useText()
  const { count } = useFormats()
  const errorText = useErrorText()
  const records = useRecords(filter)
  const { data, error, isFetching, isFetchingNextPage } = records
  if (!data && !error) return <RecordsSkeleton />
  const rows = data ? distinct(data.pages.flatMap((page) => page.data)) : []
  const total = data?.pages.at(-1)?.total ?? 0
  return (
    <>
      {error && (
        <ErrorBlock busy={isFetching} onRetry={() => void records.refetch()}>
          {errorText(error)}
        </ErrorBlock>
      )}
      {data && rows.length === 0 && (
        <div className="card">
          <Empty>{t('wallet.noRecords')}</Empty>
        </div>
      )}
      {rows.length > 0 && (
        <ul className="card px-4">
          {rows.map((entry) => (
            <RecordLine key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {rows.length > 0 && (
        <p role="status" className="num text-center text-small text-sub">
          {t('wallet.shownOf', { shown: count(rows.length), total: count(total) })}
        </p>
      )}
      {records.hasNextPage && (
        <Button
          variant="ghost"
          busy={isFetchingNextPage}
          onClick={() => void records.fetchNextPage()}
        >
          {t('wallet.loadMore')}
        </Button>
      )}
    </>
  )
}

function useRecords(filter: Filter) {
  return useInfiniteQuery({
    queryKey: ['/charge_mention/log', { t: Number(filter), limit: PAGE_LIMIT, paged: true }],
    queryFn: ({ pageParam, signal }) =>
      read(
        '/charge_mention/log',
        { t: Number(filter), limit: PAGE_LIMIT, page: pageParam },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: (last, pages) =>
      last.data.length > 0 && pages.length * PAGE_LIMIT < last.total ? pages.length + 1 : undefined,
  })
}

/** A line that arrived between two pages pushes another onto the next: it is shown once. */
function distinct(rows: readonly RecordEntry[]): RecordEntry[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

function RecordsSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="h-100" />
    </div>
  )
}
