import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts'

/** Days of a calendar, counted from 1 January 1970, as they are in a zone at a moment. */

/** No zone is further from UTC. */
const ZONE_MAX_MS = 26 * HOUR_MS

export function isZone(zone: string): boolean {
  try {
    return formatterOf(zone) !== undefined
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export function dayIn(zone: string, now: Date): number {
  return dayBy(formatterOf(zone), now.getTime())
}

/** '2026-03-01' */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

/** '2026-03-01 12:00 UTC', as operators read it. */
export function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length).replace('T', ' ')} UTC`
}

/** The day of '2026-03-01'. */
export function dayOfDate(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** When each of these days begins in this zone; where the clocks skip midnight, right after it. */
export function startsOf(zone: string, days: readonly number[]): Date[] {
  const formatter = formatterOf(zone)
  return days.map((day) => {
    let before = day * DAY_MS - ZONE_MAX_MS
    let begun = day * DAY_MS + ZONE_MAX_MS
    while (begun - before > MINUTE_MS) {
      const middle = before + Math.floor((begun - before) / 2 / MINUTE_MS) * MINUTE_MS
      if (dayBy(formatter, middle) < day) before = middle
      else begun = middle
    }
    return new Date(begun)
  })
}

function dayBy(formatter: Intl.DateTimeFormat, at: number): number {
  const parts = formatter.formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day')) / DAY_MS
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone, ...parts })
}
