import { readCalendar } from '@btbc/contract/calendar.ts'
import { buttonClass } from '@btbc/ui/Button.tsx'
import { Empty } from '@btbc/ui/Empty.tsx'
import { Segmented } from '@btbc/ui/Segmented.tsx'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { useSearch } from '@tanstack/react-router'
import { LockKeyhole, PiggyBank } from 'lucide-react'
import { useState } from 'react'

import { Loaded } from '#api/Loaded.tsx'
import { useCall } from '#api/query.ts'
import { SaveCsv } from '#files/SaveCsv.tsx'
import { useShortMoney } from '#i18n/money.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { currentTimeZone } from '#i18n/time-zone.ts'
import { idIn, paths } from '#paths.ts'
import type { Calendar, Only } from '#screens/calendar/calendar.ts'
import { Contracts } from '#screens/calendar/Contracts.tsx'
import { Days } from '#screens/calendar/Days.tsx'
import { saveCalendarFile } from '#screens/calendar/save-calendar.ts'
import { AppLink } from '#shell/AppLink.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

/** What locks and funds pay when: all together, or one contract alone. */
export function CalendarScreen() {
  const t = useText()
  const { type, id } = useSearch({ strict: false })
  const only = onlyOf(type, id)
  return (
    <Page title={t('calendar.title')}>
      <Shown key={only ? `${only.kind}-${only.id}` : 'all'} only={only} />
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow to={paths.lockPlan()} Icon={LockKeyhole} label={t('lock.plan')} />
        <LinkRow to={paths.funds()} Icon={PiggyBank} label={t('fund.funds')} />
      </nav>
    </Page>
  )
}

function onlyOf(kind: string | undefined, text: string | undefined): Only {
  const id = idIn(text)
  return id !== undefined && (kind === 'lock' || kind === 'fund') ? { kind, id } : undefined
}

type By = 'day' | 'contract'

function Shown({ only }: { only: Only }) {
  const t = useText()
  const [from, setFrom] = useState<string[]>([])
  const [by, setBy] = useState<By>('day')
  const zone = currentTimeZone()
  const since = from.at(-1)
  const calendar = useCall(readCalendar, { zone, ...only, ...(since && { from: since }) })
  return (
    <>
      {only === undefined ? (
        <Segmented
          legend={t('calendar.title')}
          options={[
            { value: 'day', label: t('calendar.byDay') },
            { value: 'contract', label: t('calendar.byContract') },
          ]}
          value={by}
          onChange={setBy}
        />
      ) : (
        <AppLink to={paths.calendar()} className={buttonClass({ variant: 'ghost' })}>
          {t('calendar.showAll')}
        </AppLink>
      )}
      {by === 'contract' ? (
        <Contracts />
      ) : (
        <Loaded query={calendar} skeleton={<CalendarSkeleton />}>
          {(data) => (
            <>
              <Total calendar={data} only={only} />
              {data.total.contracts > 0 && (
                <Days
                  calendar={data}
                  onEarlier={from.length > 0 ? () => setFrom((all) => all.slice(0, -1)) : undefined}
                  onLater={(next) => setFrom((all) => [...all, next])}
                />
              )}
            </>
          )}
        </Loaded>
      )}
    </>
  )
}

/** All that is still to come, and the file of it; or that there is nothing. */
function Total({ calendar, only }: { calendar: Calendar; only: Only }) {
  const t = useText()
  const money = useShortMoney()
  const { count } = useFormats()
  const { income, back, contracts } = calendar.total
  if (contracts === 0) {
    return <Empty card>{t(only ? 'calendar.isOver' : 'calendar.none')}</Empty>
  }
  return (
    <section aria-labelledby="to-come" className="card grid gap-4 p-4">
      <div className="grid gap-1">
        <h2 id="to-come" className="text-section font-semibold">
          {only
            ? t(only.kind === 'lock' ? 'calendar.lock' : 'calendar.fund', { id: only.id })
            : t('calendar.all', { shown: count(contracts), count: contracts })}
        </h2>
        <p className="text-small text-mut">{t('calendar.setAside')}</p>
      </div>
      <dl className="grid grid-cols-2 gap-3">
        {[
          { label: t('calendar.income'), value: income },
          { label: t('calendar.back'), value: back },
        ].map(({ label, value }) => (
          <div key={label} className="flex flex-col-reverse justify-end">
            <dt className="text-small text-mut">{label}</dt>
            <dd className="num text-section font-semibold wrap-anywhere">{money(value, 'USDT')}</dd>
          </div>
        ))}
      </dl>
      <SaveCsv label={t('calendar.save')} save={() => saveCalendarFile(only)} />
    </section>
  )
}

function CalendarSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-52" />
      <Skeleton className="h-64" />
      <Skeleton className="h-72" />
    </div>
  )
}
