import type { Response } from '@btbc/contract/endpoint.ts'
import type { readCourse as readCourseCall } from '@btbc/contract/operator/report.ts'
import { works } from '@btbc/contract/operator/rights.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** How the house went, from the hours that were counted. */

const spans = {
  day: { unit: 'hour', length: '23 hours' },
  month: { unit: 'day', length: '29 days' },
} as const

type Row = {
  at: Date
  members: bigint
  runs: bigint
  trades: bigint
  deposits: bigint
  withdrawals: bigint
  covered: bigint | null
  waited: number | null
  waited_in: string | null
}

/** A day is the sum of its hours, with the least that was covered and the longest wait of them. */
export async function readCourse(
  tx: Tx,
  span: keyof typeof spans,
): Promise<Response<typeof readCourseCall>> {
  const { unit, length } = spans[span]
  const { rows } = await sql<Row>`
    select date_trunc(${unit}, hour, 'UTC') as at, sum(members) as members, sum(runs) as runs,
      sum(trades) as trades, sum(deposits) as deposits, sum(withdrawals) as withdrawals,
      min(covered) as covered, max(waited) as waited,
      (array_agg(waited_in order by waited desc nulls last))[1] as waited_in
    from house_hour
    where hour >= date_trunc(${unit}, (select max(hour) from house_hour), 'UTC') - ${length}::interval
    group by 1 order by 1`.execute(tx)
  return {
    points: rows.map(({ at, covered, waited, waited_in: place, ...counts }) => {
      const work = works.find((each) => each === place)
      return {
        at,
        members: Number(counts.members),
        runs: Number(counts.runs),
        trades: Number(counts.trades),
        deposits: Number(counts.deposits),
        withdrawals: Number(counts.withdrawals),
        covered: covered === null ? null : Number(covered),
        waited: waited === null || work === undefined ? null : { minutes: waited, work },
      }
    }),
  }
}
