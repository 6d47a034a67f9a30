import { DAY_MS } from '#platform/durations.ts'
import { fixedWindow } from '#platform/fixed-window.ts'

/**
 * How many answers of a member are kept for thirty days, of each day. More than anybody's thumb makes; whoever
 * makes more can ask again for a day, and does not fill the disk for a month.
 */

export const USUAL_ANSWERS = 500
const MEMBERS_MAX = 50_000

export function countAnswers(): { isUsual: (memberId: number, wallNow: Date) => boolean } {
  const answers = fixedWindow(DAY_MS, MEMBERS_MAX)
  return {
    isUsual: (memberId, wallNow) => answers.add(memberId, 1, wallNow.getTime()) <= USUAL_ANSWERS,
  }
}
