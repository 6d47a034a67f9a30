import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'
import type { Sweep } from '#platform/jobs.ts'

/** What is minted is added up for each member and stands in the books: the parts of one batch explain it for a while. */

const KEPT_MS = 90 * DAY_MS
const AT_ONCE = 1000

export const forgetShares: Sweep = {
  name: 'forget shares of mints',
  run: (tx, { now }) => forgetOldest(tx, now),
}

/** Of the batch that has shares and began first, when it ended long ago: found by the key, however many there are. */
async function forgetOldest(tx: Tx, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from mint_share where ctid = any (array(
      select ctid from mint_share
      where batch_id = (
        select batch.id from mint_batch batch
        where batch.id = (select batch_id from mint_share order by batch_id limit 1)
          and batch.ended_at <= ${new Date(now.getTime() - KEPT_MS)}
      )
      limit ${AT_ONCE} for update skip locked
    ))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
