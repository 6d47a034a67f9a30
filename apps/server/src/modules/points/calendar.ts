import { DAY_MS } from '#platform/durations.ts'

/** Days of a calendar, counted from 1 January 1970, as they are in a zone at a moment. */

export function isZone(zone: string): boolean {
  try {
    return formatterOf(zone) !== undefined
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

export function dayIn(zone: string, now: Date): number {
  const parts = formatterOf(zone).formatToParts(now)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day')) / DAY_MS
}

/** '2026-03-01' */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 'yyyy-mm-dd'.length)
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  return new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone, ...parts })
}
