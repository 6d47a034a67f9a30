import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

import type { Member } from './account.ts'

/**
 * The member as they stay until the transaction ends. Everything that changes a member's runs,
 * machines, rewards, money or protection holds this lock, so that it happens one after the other.
 * Rows that name the member may still be inserted by others meanwhile.
 */
export async function lockMember(tx: Tx, memberId: number): Promise<Member> {
  return await tx
    .selectFrom('member')
    .selectAll()
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

type Locked = { isVerified: boolean; isFrozen: boolean; areRewardsHeld: boolean }

/**
 * Locks many members, in the order of their ids, and answers those who are locked: whoever is locked by
 * somebody else is waited for, or left out.
 */
export async function lockMembers(
  tx: Tx,
  memberIds: readonly number[],
  { waits }: { waits: boolean },
): Promise<Map<number, Locked>> {
  const { rows } = await sql<Locked & { id: number }>`
    select id, verified_at is not null as "isVerified", frozen_at is not null as "isFrozen",
      rewards_held_at is not null as "areRewardsHeld"
    from member
    where id = any (${memberIds}::integer[]) order by id
    for no key update ${waits ? sql`` : sql`skip locked`}`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}
