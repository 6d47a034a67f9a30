import type { Tx } from '@btbc/database/database.ts'

/**
 * Everything that changes a member's runs, machines or rewards holds this lock, so that it happens
 * one after the other. Rows that name the member may still be inserted by others meanwhile.
 */
export async function lockMember(tx: Tx, memberId: number): Promise<{ verified: boolean }> {
  const member = await tx
    .selectFrom('member')
    .select('verified_at')
    .where('id', '=', memberId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { verified: member.verified_at !== null }
}
