import type { Db } from '@btbc/database/database.ts'
import { createTestDatabase, looksOf } from '@btbc/database/testing.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { fill } from '#testing/histories.ts'

import { readVolumes } from './history.ts'
import { firstOrderFrom, LAST_ID } from './moments.ts'
import { readEndedOrders } from './ended-orders.ts'

const MARKET = 18
const OF_MEMBER = { memberId: 1, marketId: MARKET }
const ORDERS = 120
const LISTS = 12
const RUNS = process.env['BTBC_CAMPAIGN'] === undefined ? 60 : 3000

/** Order n is placed at n minutes, with the id 10 n; which list it ended up in is said for each. */
async function write(db: Db, lists: readonly number[]): Promise<void> {
  await sql`truncate exchange_orders_of_member`.execute(db)
  await sql`
    insert into exchange_orders_of_member (member_id, market_id, first_id, last_id, ids, ns)
    select 1, ${MARKET}::integer, min(n * 10), max(n * 10), array_agg(n * 10 order by n),
      array_agg(n order by n)
    from unnest(${lists}::integer[]) with ordinality as o (list, n) group by list`.execute(db)
}

async function start(): Promise<Db> {
  const { db, drop } = await createTestDatabase()
  onTestFinished(drop)
  await sql`
    insert into exchange_ended_batch
    select ${MARKET}::integer, 1, n, now(), array_agg(i * 10), array_agg(1), array_agg(0::smallint),
      array_agg(2::smallint), array_agg(1::bigint), array_agg(null::bigint), array_agg(1::bigint),
      array_agg(1::bigint), array_agg(1::bigint), array_agg(0::bigint), array_agg(null::bigint),
      array_agg(null::bigint), array_agg(i * 60000::bigint)
    from generate_series(1, ${ORDERS}::integer) i, (select ${ORDERS}::bigint) as of (n)
    group by n`.execute(db)
  return db
}

test('a page of ended orders is the same whichever lists they stand in, and however these overlap', async () => {
  const db = await start()
  const all = Array.from({ length: ORDERS }, (_, n) => BigInt(10 * (n + 1)))
  const id = fc.bigInt({ min: 0n, max: BigInt(10 * ORDERS + 20) })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(LISTS - 1), { minLength: ORDERS, maxLength: ORDERS }),
      fc.record({ fromId: fc.option(id), belowId: fc.option(id), until: fc.nat(ORDERS + 2) }),
      fc.record({ skip: fc.nat(ORDERS), limit: fc.integer({ min: 1, max: 40 }) }),
      async (noise, { fromId, belowId, until }, { skip, limit }) => {
        // Most orders end soon; some stand long and are in a list far behind.
        await write(
          db,
          noise.map((late, n) => Math.floor(n / LISTS) + (late === 0 ? LISTS : late % 2)),
        )
        const asked = {
          marketId: MARKET,
          ...(fromId !== null && { fromId }),
          ...(belowId !== null && { belowId }),
        }
        const found = await readEndedOrders(db, 1, { ...asked, skip, limit })
        const meant = all.filter((each) => each >= (fromId ?? 0n) && each < (belowId ?? LAST_ID))
        const ordered = fromId === null ? meant.toReversed() : meant
        expect(found.map((order) => order.id)).toEqual(ordered.slice(skip, skip + limit))
        const first = await firstOrderFrom(db, OF_MEMBER, new Date((until - 0.5) * 60_000))
        expect(first).toBe(all[Math.max(until - 1, 0)] ?? LAST_ID)
      },
    ),
    { numRuns: RUNS },
  )
})

test('the volumes that fees follow from are those of thirty days, and no others are looked at', async () => {
  const db = await start()
  await fill(db, 'exchange_volume', 2000, { member_id: 'n', day: `date '2026-01-01' - n % 200` })
  await sql`vacuum analyze exchange_volume`.execute(db)
  let members = 0
  const looks = await looksOf(db, async () => {
    members = (await readVolumes(db, { now: new Date('2026-01-01T12:00:00.000Z'), least: 0n })).size
  })
  expect([members, looks]).toEqual([300, { rows: 300, keys: 0, scans: [] }])
})
