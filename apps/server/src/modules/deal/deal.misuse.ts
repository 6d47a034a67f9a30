import type { readDeal } from '@btbc/contract/deal.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import type { Tx } from '@btbc/database/database.ts'

/** Deals that a buyer let run out, or said to have paid and had not. */

const DAY_MS = 24 * 60 * 60 * 1000
const LIMIT = 3
const READ_MAX = 100

type Misuse = Response<typeof readDeal>['misuse']

/** So many within a day stop new deals for a day after the last of them. */
export async function readMisuse(
  tx: Tx,
  { memberId, now }: { memberId: number; now: Date },
): Promise<Misuse> {
  const rows = await tx
    .selectFrom('deal')
    .select('closed_at')
    .where('buyer_id', '=', memberId)
    .where('is_misuse', '=', true)
    .where('closed_at', '>', new Date(now.getTime() - 2 * DAY_MS))
    .orderBy('closed_at', 'desc')
    .limit(READ_MAX)
    .execute()
  const times = rows.map(({ closed_at: at }) => at?.getTime() ?? 0)
  const last = times.find((at, index) => at - (times[index + LIMIT - 1] ?? -Infinity) < DAY_MS)
  const until = last === undefined ? -Infinity : last + DAY_MS
  return {
    count: times.filter((at) => at > now.getTime() - DAY_MS).length,
    limit: LIMIT,
    until: until > now.getTime() ? new Date(until) : null,
  }
}
