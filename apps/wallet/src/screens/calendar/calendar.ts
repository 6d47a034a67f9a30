import type { listContracts, readCalendar } from '@btbc/contract/calendar.ts'
import { parseAmount } from '@btbc/money/amount.ts'

import type { Answer } from '#api/call.ts'

/** What locks and funds pay by day: the days of a window, and the bars of their picture. */

export type Calendar = Answer<typeof readCalendar>
export type Contract = Answer<typeof listContracts>['list'][number]
/** One contract alone, when one is named. */
export type Only = { kind: Contract['kind']; id: number } | undefined

const DAY_MS = 24 * 60 * 60 * 1000
const THOUSAND = 1000n

export type Bar = {
  date: string
  /** Thousandths of the most that a day brings. */
  height: number
  hasBack: boolean
}

/** One for each day of the window, with or without a payment. A picture: thousandths are enough. */
export function barsOf({ from, until, days }: Pick<Calendar, 'from' | 'until' | 'days'>): Bar[] {
  const incomes = new Map(days.map((day) => [day.date, parseAmount(day.income) ?? 0n]))
  const backs = new Set(
    days.filter(({ back }) => (parseAmount(back) ?? 0n) > 0n).map(({ date }) => date),
  )
  const most = [...incomes.values()].reduce((top, each) => (each > top ? each : top), 1n)
  const [first, last] = [Date.parse(from), Date.parse(until)]
  return Array.from({ length: Math.round((last - first) / DAY_MS) + 1 }, (_, day) => {
    const date = new Date(first + day * DAY_MS).toISOString().slice(0, 10)
    const income = incomes.get(date) ?? 0n
    return { date, height: Number((income * THOUSAND) / most), hasBack: backs.has(date) }
  })
}

/** Sums of the window, for its sentence. */
export function sumOf(days: Calendar['days'], what: 'income' | 'back'): bigint {
  return days.reduce((sum, day) => sum + (parseAmount(day[what]) ?? 0n), 0n)
}

/** A day of the calendar as a moment that every zone of the device shows as that day. */
export function atNoon(date: string): string {
  return new Date(`${date}T12:00:00`).toISOString()
}
