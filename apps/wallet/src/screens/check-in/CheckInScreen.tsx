import { checkIn, readCheckIn, readPointRate } from '@btbc/contract/points.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Button } from '@btbc/ui/Button.tsx'
import { notify } from '@btbc/ui/notice.ts'
import { Skeleton } from '@btbc/ui/Skeleton.tsx'
import { CalendarCheck, ReceiptText } from 'lucide-react'

import type { Answer } from '#api/call.ts'
import { Loaded } from '#api/Loaded.tsx'
import { useCall, useSend } from '#api/query.ts'
import { useMoney } from '#i18n/money.ts'
import { useText } from '#i18n/text.ts'
import { currentTimeZone } from '#i18n/time-zone.ts'
import { paths } from '#paths.ts'
import { PointsCard } from '#screens/check-in/PointsCard.tsx'
import { WeekRow } from '#screens/check-in/WeekRow.tsx'
import { LinkRow } from '#shell/LinkRow.tsx'
import { Page } from '#shell/Page.tsx'

/** Midnight may pass while the screen is open. */
const SYNC_MS = 60_000

/** The row of seven check-ins, and what their points are exchanged for. */
export function CheckInScreen() {
  const t = useText()
  const zone = currentTimeZone()
  const row = useCall(readCheckIn, { zone }, { refetchInterval: SYNC_MS })
  const rate = useCall(readPointRate)
  return (
    <Page title={t('points.title')}>
      <Loaded query={row} skeleton={<Skeleton className="h-72" />}>
        {(data) => <Row row={data} />}
      </Loaded>
      <Loaded query={rate} skeleton={<Skeleton className="h-56" />}>
        {(data) => <PointsCard rate={data} />}
      </Loaded>
      <nav aria-label={t('home.more')} className="card divide-y divide-line px-4">
        <LinkRow
          to={paths.statement('micro', currencies.BTBC.id)}
          Icon={ReceiptText}
          label={t('points.toStatement')}
        />
      </nav>
    </Page>
  )
}

/** Today is checked in as it is shown: by this date, in this zone. */
function Row({ row }: { row: Answer<typeof readCheckIn> }) {
  const t = useText()
  const money = useMoney()
  const send = useSend(checkIn)
  const { date, zone, points_today: points } = row
  const given = t('points.got', { points: money(`${points}`, 'POINT') })
  return (
    <section aria-labelledby="check-in-row" className="card grid gap-4 p-4">
      <h2 id="check-in-row" className="text-section font-semibold">
        {t('points.streak', { days: row.streak })}
      </h2>
      <WeekRow week={row.week} today={row.day} />
      <Button
        busy={send.isPending}
        icon={<CalendarCheck size={20} aria-hidden />}
        disabledReason={row.signed_today ? t('points.doneToday') : undefined}
        onClick={() => send.mutate({ request: { date, zone } }, { onSuccess: () => notify(given) })}
      >
        {t('points.checkIn', { points })}
      </Button>
      <p className="text-small text-mut">
        {t('points.rules', { zone: zone.replaceAll('_', ' ') })}
      </p>
    </section>
  )
}
