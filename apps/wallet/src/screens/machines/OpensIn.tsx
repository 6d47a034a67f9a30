import { secondsUntil } from '@btbc/ui/countdown.ts'
import { useEffect } from 'react'

import { reload } from '#api/query.ts'
import type { Fund } from '#funds/fund.ts'
import { useFormats } from '#i18n/numbers.ts'
import { useText } from '#i18n/text.ts'
import { useHouseNow } from '#screens/machines/useHouseNow.ts'

const TICK_MS = 500
const HOUR_S = 3600
const DAY_S = 24 * HOUR_S

/** From when a fund can be bought, counted down by the house's clock; open when that has passed. */
export function OpensIn({ fund }: { fund: Fund }) {
  const t = useText()
  const { dateTime } = useFormats()
  const hasBegun = Date.parse(fund.start_at) <= Date.parse(fund.now)
  const left = secondsUntil(Date.parse(fund.start_at), useHouseNow(TICK_MS))
  const isOver = left === 0 && !hasBegun
  useEffect(() => {
    if (isOver) reload('funds')
  }, [isOver])
  if (hasBegun) {
    return (
      <p className="text-small text-mut">
        {t('fund.openSince', { time: dateTime(fund.start_at) })}
      </p>
    )
  }
  return (
    <p role="timer" className="num">
      {t('fund.opensIn')} <span className="font-semibold">{clockOf(left)}</span>
    </p>
  )
}

/** 2 02:00:05: days, when there are any, and the rest as a clock shows it. */
function clockOf(seconds: number): string {
  const days = Math.floor(seconds / DAY_S)
  const parts = [
    Math.floor((seconds % DAY_S) / HOUR_S),
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  const clock = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return days > 0 ? `${days} ${clock}` : clock
}
