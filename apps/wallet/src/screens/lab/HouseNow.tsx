import { readFirstPage } from '@btbc/contract/first-page.ts'
import { listLocks } from '@btbc/contract/lock.ts'
import { readSolvency } from '@btbc/contract/solvency.ts'
import { parseAmount, UNIT } from '@btbc/money/amount.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { useText } from '#i18n/text.ts'
import type { Settings } from '#screens/lab/settings.ts'
import { isLoggedIn } from '#session.ts'
import { Section } from '#shell/Section.tsx'

const USDT = 3

/** The crowd and the reserve of this house, and to members its terms: strangers try the plan it began with. */
export function HouseNow({ onPut }: { onPut: (some: Partial<Settings>) => void }) {
  const t = useText()
  const solvency = useCall(readSolvency, {})
  const people = useCall(readFirstPage, {})
  const plan = useCall(listLocks, {}, { enabled: isLoggedIn() })
  return (
    <Section title={t('lab.figures')}>
      <p className="text-mut">{t('lab.figuresBody')}</p>
      <Loaded query={solvency} skeleton={<Skeleton className="h-14" />}>
        {({ currencies }) => (
          <Loaded query={people} skeleton={<Skeleton className="h-14" />}>
            {({ members }) => (
              <Button
                variant="ghost"
                onClick={() =>
                  onPut({
                    starters: Math.max(members, 1),
                    reserve: poolOf(currencies),
                    ...(plan.data && { term: plan.data.days, income: plan.data.day_bps }),
                  })
                }
              >
                {t('lab.putIn')}
              </Button>
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

type Books = { currency: number; reserves: Record<string, string> }

/** What the lock plan can still set aside, in whole USDT. */
function poolOf(currencies: readonly Books[]): number {
  const usdt = currencies.find(({ currency }) => currency === USDT)
  return Number((parseAmount(usdt?.reserves['pool:lock'] ?? '0') ?? 0n) / UNIT)
}
