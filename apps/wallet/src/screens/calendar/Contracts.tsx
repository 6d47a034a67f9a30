import { listContracts } from '@btbc/contract/calendar.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { ChevronRight } from 'lucide-react'

import { send } from '#api/call.ts'
import { useKeyedPages } from '#api/pages.ts'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { paths } from '#paths.ts'
import type { Contract } from '#screens/calendar/calendar.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { PagedRows } from '#shell/PagedRows.tsx'

const PER_PAGE = 30

/** Each running contract with what it still pays; one leads to its own days. */
export function Contracts() {
  const t = useText()
  const pages = useKeyedPages({
    call: listContracts,
    limit: PER_PAGE,
    readPage: (after: string | undefined, signal) =>
      send(listContracts, { limit: PER_PAGE, ...(after && { after }) }, { signal }),
  })
  return (
    <PagedRows
      pages={pages}
      card
      skeleton={<Skeleton className="h-72" />}
      empty={t('calendar.none')}
    >
      {(contract) => <Row key={`${contract.kind}-${contract.id}`} contract={contract} />}
    </PagedRows>
  )
}

function Row({ contract }: { contract: Contract }) {
  const t = useText()
  const money = useShortMoney()
  const { date, dateTime } = useFormats()
  const { kind, id, amount, income, next_at: nextAt, ends_at: endsAt } = contract
  const shown = money(income, 'USDT')
  return (
    <li className="border-b border-line last:border-b-0">
      <AppLink
        to={paths.calendar({ type: kind, id: String(id) })}
        className="press flex items-center gap-3 py-3"
      >
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>{t(kind === 'lock' ? 'calendar.lock' : 'calendar.fund', { id })}</span>
            <span className="num font-semibold">{money(amount, 'USDT')}</span>
          </span>
          <span className="num text-small text-sub">
            {kind === 'lock'
              ? t('calendar.stillPays', {
                  income: shown,
                  next: dateTime(nextAt),
                  end: date(endsAt),
                })
              : t('calendar.fundPays', { income: shown, end: dateTime(endsAt) })}
          </span>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-mut" />
      </AppLink>
    </li>
  )
}
