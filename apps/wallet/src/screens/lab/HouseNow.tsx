import { readFirstPage } from '@btbc/contract/first-page.ts'
import { listLocks } from '@btbc/contract/lock.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { parseAmount, UNIT } from '@btbc/money/amount.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import type { Settings } from '#screens/lab/settings.ts'
import { isLoggedIn } from '#session.ts'
import { Section } from '#shell/Section.tsx'

/** The crowd and the reserve of this house, and for members its terms, which only they are told. */
export function HouseNow(props: PutProps) {
  const t = useText()
  const isMember = isLoggedIn()
  return (
    <Section title={t('lab.figures')}>
      <p className="text-mut">{t(isMember ? 'lab.figuresBody' : 'lab.figuresOpen')}</p>
      {isMember ? <WithTerms {...props} /> : <Put {...props} />}
    </Section>
  )
}

type PutProps = { onPut: (some: Partial<Settings>) => void }

function WithTerms({ onPut }: PutProps) {
  const plan = useCall(listLocks, {})
  return (
    <Loaded query={plan} skeleton={<Skeleton className="h-14" />}>
      {({ days, day_bps: income }) => (
        <Put onPut={(some) => onPut({ ...some, term: days, income })} />
      )}
    </Loaded>
  )
}

function Put({ onPut }: PutProps) {
  const t = useText()
  const solvency = useCall(readSolvency, {})
  const people = useCall(readFirstPage, {})
  return (
    <Loaded query={solvency} skeleton={<Skeleton className="h-14" />}>
      {({ currencies: books }) => (
        <Loaded query={people} skeleton={<Skeleton className="h-14" />}>
          {({ members }) => (
            <Button
              variant="ghost"
              onClick={() => onPut({ starters: Math.max(members, 1), reserve: poolOf(books) })}
            >
              {t('lab.putIn')}
            </Button>
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

type Books = { currency: number; reserves: Record<string, string> }

/** What the lock plan can still set aside, in whole USDT. */
function poolOf(books: readonly Books[]): number {
  const usdt = books.find(({ currency }) => currency === currencies.USDT.id)
  return Number((parseAmount(usdt?.reserves['pool:lock'] ?? '0') ?? 0n) / UNIT)
}
