import type { Tx } from '@btbc/database/database.ts'

/** How far a member's mined BTBC has come: counted from the first unit they ever mined. */
export type Standing = {
  /** In a batch, on its way or on the chain. */
  included: bigint
  /** On the chain, in a final block. */
  minted: bigint
  claimed: bigint
  claims: number
  synchronisedAt: Date | null
}

const NOTHING: Standing = { included: 0n, minted: 0n, claimed: 0n, claims: 0, synchronisedAt: null }

async function readStanding(tx: Tx, memberId: number): Promise<Standing> {
  const row = await tx
    .selectFrom('mined_reward')
    .selectAll()
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ? { ...row, synchronisedAt: row.synchronised_at } : NOTHING
}

/** Holds it still until the transaction ends. */
export async function lockStanding(tx: Tx, memberId: number): Promise<Standing> {
  await tx
    .insertInto('mined_reward')
    .values({ member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('mined_reward')
    .selectAll()
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, synchronisedAt: row.synchronised_at }
}

/** How often the member has claimed; the first time is free. */
export async function countClaims(tx: Tx, memberId: number): Promise<number> {
  return (await readStanding(tx, memberId)).claims
}
