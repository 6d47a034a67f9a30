import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import { movedOn, type Stood } from '#platform/heartbeat.ts'

/**
 * Nobody could invite anybody, or ask for a prize, while the house stood still, and no operator could
 * decide. When a prize is paid stays as it was said, but for an end that comes later: nobody has to be in
 * time for that.
 */
export async function campaignStandsStill(tx: Tx, stood: Stood): Promise<void> {
  await moveEnds(tx, stood)
  await sql`
    update campaign set claims_until = ${movedOn(sql.ref('claims_until'), stood)}
    where state = 'ended' and claims_until > ${stood.since}`.execute(tx)
  await sql`
    update campaign_claim set decide_by = ${movedOn(sql.ref('decide_by'), stood)}
    where state = 'waiting' and decide_by > ${stood.since}`.execute(tx)
}

/**
 * Of what was running then, or began meanwhile, for as long as it did not run; never into the next one,
 * which begins on the day that was said. One that is still to come has lost nothing.
 */
async function moveEnds(tx: Tx, { since, ms }: Stood): Promise<void> {
  const lost = sql`least(${ms} * interval '1 millisecond',
    ${since}::timestamptz + ${ms} * interval '1 millisecond' - starts_at)`
  await sql`
    update campaign set ends_at = moved.ends_at,
      vests_at = case when vests_at < moved.ends_at then moved.ends_at else vests_at end
    from (
      select id, least(ends_at + ${lost}, (
        select min(starts_at) from campaign next
        where next.state = 'open' and next.starts_at >= running.ends_at
      )) as ends_at
      from campaign running
      where state = 'open' and ends_at > ${since}
        and starts_at < ${since}::timestamptz + ${ms} * interval '1 millisecond'
    ) moved where moved.id = campaign.id`.execute(tx)
}
