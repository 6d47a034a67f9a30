import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

/** Who signs: one process at a time, by the database's own clock. */

const LEASE_S = 5

export type SignerLease = { owner: string; epoch: bigint }

/** Takes the lease when it is free or has run out, else renews or answers undefined. */
export async function holdLease(
  db: Db,
  owner: string,
  held: SignerLease | undefined,
): Promise<SignerLease | undefined> {
  const until = sql`clock_timestamp() + make_interval(secs => ${LEASE_S})`
  if (held) {
    const { rows } = await sql`update chain_lease set until = ${until}
      where owner = ${owner} and epoch = ${held.epoch} returning id`.execute(db)
    if (rows.length === 1) return held
  }
  const { rows } = await sql<{ epoch: bigint }>`
    update chain_lease set owner = ${owner}, epoch = epoch + 1, until = ${until}
    where owner is null or owner = ${owner} or until < clock_timestamp()
    returning epoch`.execute(db)
  const [row] = rows
  return row && { owner, epoch: row.epoch }
}

/** Renews it in the middle of a turn, and ends the turn when somebody else has it by now. */
export async function keepLease(db: Db, { owner, epoch }: SignerLease): Promise<void> {
  const { rows } = await sql<{ is_short: boolean }>`
    select until < clock_timestamp() + make_interval(secs => ${LEASE_S / 2}) as is_short
    from chain_lease where owner = ${owner} and epoch = ${epoch}`.execute(db)
  const [row] = rows
  if (!row) throw new LeaseLost()
  if (!row.is_short) return
  await sql`update chain_lease set until = clock_timestamp() + make_interval(secs => ${LEASE_S})
    where owner = ${owner} and epoch = ${epoch}`.execute(db)
}

export async function releaseLease(db: Db, owner: string): Promise<void> {
  await db
    .updateTable('chain_lease')
    .set({ owner: null, until: null })
    .where('owner', '=', owner)
    .execute()
}

/** Somebody else signs now; what this process was about to write is not written. */
export class LeaseLost extends Error {
  constructor() {
    super('another process signs for the chain now')
    this.name = 'LeaseLost'
  }
}

/** Holds the lease still until the transaction ends: a signer that was overtaken writes nothing. */
export async function fence(tx: Tx, { owner, epoch }: SignerLease): Promise<void> {
  const row = await tx
    .selectFrom('chain_lease')
    .select('id')
    .where('owner', '=', owner)
    .where('epoch', '=', epoch)
    .forShare()
    .executeTakeFirst()
  if (!row) throw new LeaseLost()
}
