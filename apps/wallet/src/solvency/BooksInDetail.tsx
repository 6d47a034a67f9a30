import { KeyValue } from '@btbc/ui/KeyValue.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { TestNote } from '@btbc/ui/TestNote.tsx'

import { useMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText, type Say } from '#i18n/text.ts'
import { currencyName } from '#solvency/currency-name.ts'
import { type Coverage, standingOf, standingTones } from '#solvency/coverage.ts'

/** Owed, promised, set aside and what stands behind it, currency by currency. */
export function BooksInDetail({ books, at }: { books: readonly Coverage[]; at: string }) {
  const t = useText()
  const money = useMoney()
  const { dateTime } = useFormats()
  return (
    <div className="grid grid-cols-1 gap-4 pb-2">
      <p className="text-small text-mut">{t('content.coveredWhat', { time: dateTime(at) })}</p>
      {books.map((book) => (
        <section
          key={book.currency}
          aria-labelledby={`books-${book.currency}`}
          className="grid grid-cols-1 gap-2 border-t border-line pt-3"
        >
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h3 id={`books-${book.currency}`} className="font-semibold">
              {currencyName(book.code, t)}
            </h3>
            <StatusPill tone={standingTones[standingOf(book)]}>
              {t(`wallet.${standingOf(book)}`)}
            </StatusPill>
          </div>
          <KeyValue
            items={[
              { label: t('wallet.owed'), value: money(book.owed, book.code) },
              { label: t('wallet.promised'), value: money(book.promised, book.code) },
              { label: t('content.underWay'), value: money(book.underWay, book.code) },
              { label: t('wallet.house'), value: money(book.house, book.code) },
              {
                label: t('wallet.backing'),
                value: <span className="font-semibold">{money(book.backing, book.code)}</span>,
              },
            ]}
          />
          <p className="text-small text-sub">{sourceOf(book, t)}</p>
        </section>
      ))}
      <TestNote />
    </div>
  )
}

function sourceOf({ source, isIssue }: Coverage, t: Say): string {
  const block = /^chain@(\d+)$/.exec(source)?.[1]
  if (block !== undefined) return t('wallet.backingChain', { block })
  return isIssue ? t('wallet.backingBooks') : t('wallet.backingHeld')
}
