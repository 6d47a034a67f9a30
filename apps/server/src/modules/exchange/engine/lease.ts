import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/**
 * One owner for the markets at a time. The lease says who, by the database's own clock; the epoch,
 * which each new owner raises, is what a batch is settled under, so that an owner who lost the lease
 * without noticing commits nothing.
 */

/** Long enough to outlast a stall, short enough to wait for after a crash. */
const LEASE_S = 3
export const RENEW_EVERY_MS = 1_000

export type Lease = { owner: string; markets: Map<number, { epoch: number; sequence: number }> }

/** Takes every market at once, or none while another owner's lease runs. */
export async function takeLease(
  db: Db,
  owner: string,
  marketIds: readonly number[],
): Promise<Lease | undefined> {
  return await db.transaction().execute(async (tx) => {
    const { rows: free } = await sql<{ market_id: number }>`
      select market_id from market_lease
      where market_id = any (${marketIds}::integer[])
        and (owner is null or owner = ${owner} or until < clock_timestamp())
      order by market_id for update`.execute(tx)
    if (free.length < marketIds.length) return undefined
    const { rows } = await sql<{ market_id: number; epoch: bigint; sequence: bigint }>`
      update market_lease set owner = ${owner}, epoch = epoch + 1, settled_epoch = epoch + 1,
        until = clock_timestamp() + make_interval(secs => ${LEASE_S})
      where market_id = any (${marketIds}::integer[])
      returning market_id, epoch, sequence`.execute(tx)
    const markets = rows.map(
      (row) =>
        [row.market_id, { epoch: Number(row.epoch), sequence: Number(row.sequence) }] as const,
    )
    return { owner, markets: new Map(markets) }
  })
}

/** Whether the lease is still ours; a lost one is never renewed. */
export async function renewLease(db: Db, lease: Lease): Promise<boolean> {
  const ids = [...lease.markets.keys()]
  const epochs = [...lease.markets.values()].map(({ epoch }) => epoch)
  const { rows } = await sql`
    update market_lease l set until = clock_timestamp() + make_interval(secs => ${LEASE_S})
    from unnest(${ids}::integer[], ${epochs}::bigint[]) as mine (market_id, epoch)
    where l.market_id = mine.market_id and l.epoch = mine.epoch and l.owner = ${lease.owner}
    returning l.market_id`.execute(db)
  return rows.length === ids.length
}

/** Lets the next owner start at once. */
export async function releaseLease(db: Db, lease: Lease): Promise<void> {
  await db
    .updateTable('market_lease')
    .set({ owner: null, until: null })
    .where('owner', '=', lease.owner)
    .execute()
}
