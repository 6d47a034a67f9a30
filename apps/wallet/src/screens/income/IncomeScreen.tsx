import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { read } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { useText } from '#i18n/text.ts'
import { RecordLine, type RecordEntry } from '#screens/income/RecordLine.tsx'
import { Page } from '#shell/Page.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'

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
  const records = useRecords(filter)
  if (!records.data && !records.error) return <RecordsSkeleton />
  return (
    <PagedRows pages={records} card>
      {(entry) => <RecordLine key={entry.id} entry={entry} />}
    </PagedRows>
  )
}

function useRecords(filter: Filter) {
  const request = { t: Number(filter), limit: PAGE_LIMIT }
  return usePages<RecordEntry>({
    path: '/charge_mention/log',
    asked: { t: request.t },
    limit: PAGE_LIMIT,
    readPage: async (page, signal) => {
      const { data, total } = await read('/charge_mention/log', { ...request, page }, signal)
      return { list: data, total }
    },
  })
}

function RecordsSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="h-100" />
    </div>
  )
}
