import { day, time } from '#format.ts'
import type { Span } from '#screens/overview/Course.tsx'

/** An hour begins by the operator's own clock, a day in UTC. */
export function whenOf(at: string, span: Span): string {
  return span === 'day' ? time(at) : day(at)
}
