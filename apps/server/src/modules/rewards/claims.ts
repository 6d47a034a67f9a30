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
