import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import type { Member } from '#modules/account/index.ts'

/** The house's own are nobody's case. */
export async function getCaseMember(tx: Tx, id: number): Promise<Member> {
  const member = await tx
    .selectFrom('member')
    .selectAll()
    .where('id', '=', id)
    .where('is_house', '=', false)
    .executeTakeFirst()
  if (!member) throw new Refusal('member_not_found')
  return member
}
