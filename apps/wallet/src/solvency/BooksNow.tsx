import { readSolvency } from '@btbc/contract/solvency.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import { BooksInDetail } from '#solvency/BooksInDetail.tsx'
import { coverageOf } from '#solvency/coverage.ts'
import { Section } from '#shell/Section.tsx'

const REFRESH_MS = 60_000

/** The same figures a member sees on the assets screen, for everybody. */
export function BooksNow() {
  const t = useText()
  const solvency = useCall(readSolvency, {}, { refetchInterval: REFRESH_MS })
  return (
    <Section title={t('content.openBooks')}>
      <Loaded query={solvency} skeleton={<Skeleton className="h-150" />}>
        {({ at, currencies }) => (
          <div className="card p-4">
            <BooksInDetail books={currencies.map(coverageOf)} at={at} />
          </div>
        )}
      </Loaded>
    </Section>
  )
}
