import type { Tx } from '@btbc/database/database.ts'

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
