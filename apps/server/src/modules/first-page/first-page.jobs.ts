import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { Sweep } from '#platform/jobs.ts'

const LINES_MAX = 10_000

export const firstPageSweeps: readonly Sweep[] = [
  { name: 'add up the tallies', run: (tx) => addUpTallies(tx) },
]

/** Adds the lines of changes to their sums; answers how many lines are gone. Where there is none, it has found no row. */
async function addUpTallies(tx: Tx): Promise<number> {
  const { rows } = await sql<{ lines: bigint }>`
    with gone as (
      delete from tally_change where id = any (array(
        select id from tally_change order by id limit ${LINES_MAX} for update skip locked
      )) returning name, change
    ), added as (
      select name, sum(change)::bigint as change, count(*) as lines from gone group by name
    ), summed as (
      update tally set count = count + added.change from added where tally.name = added.name
    )
    select sum(lines)::bigint as lines from added having count(*) > 0`.execute(tx)
  return Number(rows[0]?.lines ?? 0n)
}
