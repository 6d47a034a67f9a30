import { type Db, openPipeline, type Pipeline, prepare } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/**
 * One owner for the markets at a time. The lease says who, by the database's own clock; the epoch,
 * which each new owner raises, is what a batch is settled under, so that an owner who lost the lease
 * without noticing commits nothing.
 */

/** Long enough to outlast a stall, short enough to wait for after a crash. */
const LEASE_S = 3
export const RENEW_EVERY_MS = 1_000
/** How many times it is to be renewed while it lasts. */
export const RENEWALS_PER_LEASE = (LEASE_S * 1_000) / RENEW_EVERY_MS

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

const RENEW = prepare(
  'exchange_renew',
  `update market_lease l set until = clock_timestamp() + make_interval(secs => ${LEASE_S})
    from unnest($1::integer[], $2::bigint[]) as mine (market_id, epoch)
    where l.market_id = mine.market_id and l.epoch = mine.epoch and l.owner = $3
    returning l.market_id`,
)

export type Renewing = {
  /** Whether the lease is still ours; a lost one is never renewed. */
  renew(lease: Lease): Promise<boolean>
  close(): Promise<void>
}

/** Over a connection of its own, at which nobody else is waited for. */
export function openRenewing(db: Db): Renewing {
  let opened: Promise<Pipeline> | undefined
  return {
    async renew({ owner, markets }) {
      const pipeline = (opened ??= openPipeline(db, LEASE_S * 1_000, LEASE_S * 1_000))
      const epochs = [...markets.values()].map(({ epoch }) => epoch)
      try {
        const values = [[...markets.keys()], epochs, owner]
        const rows = await (await pipeline).run({ text: RENEW, values })
        return rows.length === markets.size
      } catch (error) {
        if (opened === pipeline) opened = undefined
        void pipeline.then(
          (failed) => failed.close(),
          () => undefined,
        )
        throw error
      }
    },
    async close() {
      await opened?.then(
        (pipeline) => pipeline.close(),
        () => undefined,
      )
    },
  }
}

/** Lets the next owner start at once. */
export async function releaseLease(db: Db, lease: Lease): Promise<void> {
  await db
    .updateTable('market_lease')
    .set({ owner: null, until: null })
    .where('owner', '=', lease.owner)
    .execute()
}
