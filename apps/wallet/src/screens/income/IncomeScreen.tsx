import { listRecords } from '@btbc/contract/mining.ts'
import { SelectSheet } from '@btbc/ui/SelectSheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useNavigate, useSearch } from '@tanstack/react-router'

import { send } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { RecordLine, type RecordEntry } from '#payments/RecordLine.tsx'
import { Page } from '#shell/Page.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'

const PAGE_LIMIT = 100
const filters = [
  { value: '0', name: 'wallet.filterAll' },
  { value: '1', name: 'wallet.filterDeposits' },
  { value: '2', name: 'wallet.filterMining' },
  { value: '3', name: 'wallet.filterWithdrawals' },
  { value: '4', name: 'wallet.filterTrades' },
  { value: '5', name: 'wallet.filterStarts' },
] as const
type Filter = (typeof filters)[number]['value']

/** Everything that changed a balance, newest first. */
export function IncomeScreen() {
  const t = useText()
  const navigate = useNavigate()
  const asked = useSearch({ strict: false }).t
  const filter = filters.find(({ value }) => value === asked)?.value ?? '0'
  return (
    <Page title={t('wallet.records')}>
      <SelectSheet
        label={t('wallet.filter')}
        choices={filters.map(({ value, name }) => ({ value, label: t(name) }))}
        value={filter}
        onChange={(next) =>
          void navigate({
            href: paths.income(next === '0' ? undefined : next),
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
  return (
    <PagedRows pages={records} card skeleton={<Skeleton className="h-100" />}>
      {(entry) => <RecordLine key={entry.id} entry={entry} />}
    </PagedRows>
  )
}

function useRecords(filter: Filter) {
  const request = { t: Number(filter), limit: PAGE_LIMIT }
  return usePages<RecordEntry>({
    call: listRecords,
    asked: { t: request.t },
    limit: PAGE_LIMIT,
    readPage: async (page, signal) => {
      const { data, total } = await send(listRecords, { ...request, page }, { signal })
      return { list: data, total }
    },
  })
}
