import { listDeals } from '@btbc/contract/deal.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Field } from '@btbc/ui/Field.tsx'
import { inLatinDigits, toLatinDigits } from '@btbc/ui/latin-digits.ts'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { SelectSheet } from '@btbc/ui/SelectSheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useState } from 'react'

import { send } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { DealRow } from '#deals/DealRow.tsx'
import { SaveCsv } from '#files/SaveCsv.tsx'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import { Blocked } from '#screens/deals/Blocked.tsx'
import { askedOf, progress, sides, type Filters } from '#screens/deals/filters.ts'
import { saveDeals } from '#screens/deals/save-deals.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { Page } from '#shell/Page.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'

const PER_PAGE = 20
const NUMBER_DIGITS = 10

const sideTexts = { all: 'deal.all', buy: 'deal.buys', sell: 'deal.sells' } as const
const stateTexts = {
  all: 'deal.allStates',
  running: 'deal.running',
  finished: 'deal.stateFinished',
  cancelled: 'deal.stateCancelled',
} as const

/** What was bought and sold, both sides, newest first. */
export function DealsScreen() {
  const t = useText()
  const [filters, setFilters] = useState<Filters>({ side: 'all', state: 'all' })
  const [search, setSearch] = useState('')
  const pages = useDeals(filters, search)
  // Once there was one: where there is none there is nothing to choose from.
  const [isAny, setAny] = useState(false)
  if (pages.rows.length > 0 && !isAny) setAny(true)
  const isFiltered = search !== '' || filters.side !== 'all' || filters.state !== 'all'
  return (
    <Page title={t('buy.deals')}>
      {isAny && (
        <Choice filters={filters} onFilter={setFilters} search={search} onSearch={setSearch} />
      )}
      <PagedRows
        pages={pages}
        card
        skeleton={<Skeleton className={isAny ? 'h-80' : 'h-120'} />}
        empty={t(isFiltered ? 'deal.noneSuch' : 'deal.none')}
        action={
          isFiltered ? undefined : (
            <AppLink to={paths.buy()} className={buttonClass()}>
              {t('buy.title')}
            </AppLink>
          )
        }
      >
        {(deal) => <DealRow key={deal.id} deal={deal} />}
      </PagedRows>
      {pages.rows.length > 0 && (
        <SaveCsv label={t('transfer.saveCsv')} save={() => saveDeals(filters)} />
      )}
      <Blocked />
    </Page>
  )
}

type ChoiceProps = {
  filters: Filters
  onFilter: (filters: Filters) => void
  search: string
  onSearch: (search: string) => void
}

/** Which of them are shown. */
function Choice({ filters, onFilter, search, onSearch }: ChoiceProps) {
  const t = useText()
  return (
    <>
      <Segmented
        legend={t('deal.side')}
        options={sides.map((value) => ({ value, label: t(sideTexts[value]) }))}
        value={filters.side}
        onChange={(side) => onFilter({ ...filters, side })}
      />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-3">
        <SelectSheet
          label={t('deal.progress')}
          choices={progress.map((value) => ({ value, label: t(stateTexts[value]) }))}
          value={filters.state}
          onChange={(state) => onFilter({ ...filters, state: state as Filters['state'] })}
        />
        <Field
          label={t('deal.search')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={NUMBER_DIGITS}
          {...inLatinDigits(
            { value: search, onChange: ({ target }) => onSearch(target.value) },
            (typed) => toLatinDigits(typed).replaceAll(/\D/g, ''),
          )}
        />
      </div>
    </>
  )
}

function useDeals(filters: Filters, search: string) {
  const asked = { ...askedOf(filters), ...(search !== '' && { search }) }
  return usePages({
    call: listDeals,
    asked,
    limit: PER_PAGE,
    readPage: (page, signal) => send(listDeals, { ...asked, page, limit: PER_PAGE }, { signal }),
  })
}
