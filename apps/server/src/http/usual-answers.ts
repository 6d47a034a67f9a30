import { DAY_MS } from '#platform/durations.ts'

/**
 * How many answers of a member are kept for thirty days, of each day. More than anybody's thumb makes; whoever
 * makes more can ask again for a day, and does not fill the disk for a month. Each process counts for itself.
 */

export const USUAL_ANSWERS = 500
/** Of so many each is remembered; then all are counted anew. */
const MEMBERS_MAX = 50_000

export function countAnswers(): { isUsual: (memberId: number, wallNow: Date) => boolean } {
  const counts = new Map<number, number>()
  let day = 0
  return {
    isUsual(memberId, wallNow) {
      const today = Math.floor(wallNow.getTime() / DAY_MS)
      if (today !== day || counts.size >= MEMBERS_MAX) counts.clear()
      day = today
      const count = (counts.get(memberId) ?? 0) + 1
      counts.set(memberId, count)
      return count <= USUAL_ANSWERS
    },
  }
}
