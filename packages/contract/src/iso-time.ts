/** Moments as ISO 8601 in UTC: answers are full of them, and a day's text is the same for all of its moments. */

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const DAYS_MAX = 1_000

/** By the number of the day: `2026-11-27T`. */
const days = new Map<number, string>()
const TWO_DIGITS = Array.from({ length: 60 }, (_, n) => n.toString().padStart(2, '0'))

/** As `Date.toISOString`, in a third of the time; throws a RangeError for a date that is none. */
export function isoTime(date: Date): string {
  const at = date.getTime()
  const day = Math.floor(at / DAY_MS)
  const ms = at - day * DAY_MS
  const hours = TWO_DIGITS[Math.floor(ms / HOUR_MS)]
  const minutes = TWO_DIGITS[Math.floor((ms % HOUR_MS) / MINUTE_MS)]
  const seconds = TWO_DIGITS[Math.floor((ms % MINUTE_MS) / SECOND_MS)]
  const fraction = (ms % SECOND_MS).toString().padStart(3, '0')
  return `${days.get(day) ?? writeDay(day, date)}${hours}:${minutes}:${seconds}.${fraction}Z`
}

function writeDay(day: number, date: Date): string {
  const text = date.toISOString()
  const written = text.slice(0, text.indexOf('T') + 1)
  if (days.size >= DAYS_MAX) days.clear()
  days.set(day, written)
  return written
}
