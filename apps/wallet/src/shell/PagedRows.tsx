import { Button } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import type { ReactNode } from 'react'

import { Unheard } from '#api/Loaded.tsx'
import type { Pages } from '#api/pages.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'

type PagedRowsProps<Row> = {
  pages: Pages<Row>
  /** Same height as what comes. */
  skeleton: ReactNode
  /** In a card of its own; in a sheet the sheet is the card. */
  card?: boolean
  /** What is said when there are none. */
  empty?: string
  /** What can be done about that. */
  action?: ReactNode
  children: (row: Row) => ReactNode
}

/** The rows of a list so far, how many of how many they are, and the button for more. */
export function PagedRows<Row>(props: PagedRowsProps<Row>) {
  const t = useText()
  const { pages, card = false, empty = t('wallet.noRecords'), action, children } = props
  const { count } = useFormats()
  const { rows, total, data, error } = pages
  if (!data && !error) return <div aria-busy="true">{props.skeleton}</div>
  return (
    <>
      <Unheard query={pages} />
      {data && rows.length === 0 && (
        <Empty card={card} action={action}>
          {empty}
        </Empty>
      )}
      {rows.length > 0 && (
        <>
          <ul className={card ? 'card px-4' : undefined}>{rows.map(children)}</ul>
          {total !== undefined && (
            <p role="status" className="num text-center text-small text-sub">
              {t('wallet.shownOf', { shown: count(rows.length), total: count(total) })}
            </p>
          )}
        </>
      )}
      {pages.hasNextPage && (
        <Button
          variant="ghost"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {t('wallet.loadMore')}
        </Button>
      )}
    </>
  )
}
