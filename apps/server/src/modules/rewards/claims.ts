import type { Response } from '@btbc/contract/endpoint.ts'
import type { readOutput } from '@btbc/contract/rewards.ts'
import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { ReviewState } from '#modules/identity/identity.ts'

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

/** Holds those still who ever mined; whoever is held by somebody else is waited for, or left out. */
export async function lockStandings(
  tx: Tx,
  memberIds: readonly number[],
  { waits }: { waits: boolean },
): Promise<Map<number, Pick<Standing, 'minted' | 'claimed' | 'claims'>>> {
  const { rows } = await sql<{ id: number; minted: bigint; claimed: bigint; claims: number }>`
    select member_id as id, minted, claimed, claims from mined_reward
    where member_id = any (${memberIds}::integer[]) order by member_id
    for no key update ${waits ? sql`` : sql`skip locked`}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

type Blocked = NonNullable<Response<typeof readOutput>['blocked']>

/** Why this member can claim nothing now, in the order in which they can do something about it. */
export function whyBlocked(
  review: ReviewState,
  { claimable, mined }: { claimable: bigint; mined: bigint },
): Blocked | undefined {
  if (review === 'pending') return 'identity_pending'
  if (review !== 'verified') return 'claim_needs_identity'
  if (claimable > 0n) return undefined
  return mined > 0n ? 'claim_not_on_chain' : 'claim_unavailable'
}
