import { listSales } from '@btbc/contract/deal.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { send } from '#api/call.ts'
import { usePages } from '#api/pages.ts'
import { DealRow } from '#deals/DealRow.tsx'
import { useText } from '#i18n/text.ts'
import { PagedRows } from '#shell/PagedRows.tsx'
import { Section } from '#shell/Section.tsx'

const PER_PAGE = 5

/** What others buy from the member: how each stands, and whose turn it is. */
export function Sales() {
  const t = useText()
  const pages = usePages({
    call: listSales,
    limit: PER_PAGE,
    readPage: (page, signal) => send(listSales, { page, limit: PER_PAGE }, { signal }),
  })
  return (
    <Section title={t('deal.sales')}>
      <PagedRows
        pages={pages}
        card
        skeleton={<Skeleton className="h-40" />}
        empty={t('deal.noSales')}
      >
        {(deal) => <DealRow key={deal.id} deal={deal} />}
      </PagedRows>
    </Section>
  )
}
