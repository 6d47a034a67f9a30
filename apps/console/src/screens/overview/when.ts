import { day, time } from '#format.ts'
import type { Span } from '#screens/overview/Course.tsx'

export function whenOf(at: string, span: Span): string {
  return span === 'day' ? time(at) : day(at)
}
