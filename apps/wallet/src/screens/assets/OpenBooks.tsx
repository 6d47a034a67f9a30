import { readSolvency } from '@btbc/contract/solvency.ts'
import { Sheet } from '@btbc/ui/Sheet.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { StatusPill } from '@btbc/ui/StatusPill.tsx'
import { ChevronRight, CircleCheck, TriangleAlert } from 'lucide-react'
import { lazy, useState } from 'react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { coverageOf, standingOf, standingTones } from '#solvency/coverage.ts'

const BooksInDetail = lazy(async () => ({
  default: (await import('#solvency/BooksInDetail.tsx')).BooksInDetail,
}))

const SYNC_MS = 60_000

/** Whether everything that members own and were promised is there, by the figures of the API. */
export function OpenBooks() {
  const solvency = useCall(readSolvency, {}, { staleTime: SYNC_MS })
  return (
    <Loaded query={solvency} skeleton={<Skeleton className="h-26" />}>
      {(data) => <Books data={data} />}
    </Loaded>
  )
}

function Books({ data }: { data: Answer<typeof readSolvency> }) {
  const t = useText()
  const { count } = useFormats()
  const [open, setOpen] = useState(false)
  const books = data.currencies.map(coverageOf)
  const standing = standingOf(...books)
  const wrong = books.filter((book) => standingOf(book) === 'agreesNot')
  const good = standing === 'agrees'
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="card press grid w-full gap-2 p-4 text-left"
      >
        <span className="flex flex-wrap items-center justify-between gap-2">
          <span className="flex items-center gap-2 font-semibold">
            {good ? (
              <CircleCheck size={20} aria-hidden className="text-up" />
            ) : (
              <TriangleAlert size={20} aria-hidden className="text-warn" />
            )}
            {t('wallet.openBooks')}
          </span>
          <StatusPill tone={standingTones[standing]}>
            {good ? t('wallet.covered') : t(`wallet.${standing}`)}
          </StatusPill>
        </span>
        <span className="text-small text-mut">
          {good && t('wallet.coveredAll', { count: count(books.length) })}
          {standing === 'agreesUnknown' && t('wallet.comparedLongAgo')}
          {standing === 'agreesNot' &&
            t('wallet.coveredNot', { currencies: wrong.map(({ code }) => code).join(', ') })}
        </span>
        <span className="flex items-center gap-1 text-small text-ac">
          {t('wallet.coveredDetails')}
          <ChevronRight size={16} aria-hidden />
        </span>
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={t('wallet.openBooks')}>
        <BooksInDetail books={books} at={data.at} />
      </Sheet>
    </>
  )
}
