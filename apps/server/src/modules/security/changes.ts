import type { TextKey } from '@btbc/contract/texts.ts'
import type { Tx } from '@btbc/database/database.ts'

import { getMember, tellMember } from '#modules/account/index.ts'

export type SecurityChange = ChangeOf<TextKey<'security'>>
type ChangeOf<Key> = Key extends `change.${infer Change}` ? Change : never

/** Tells the member by mail what was changed about the protection of their account. */
export async function tellOfChange(
  tx: Tx,
  parts: { memberId: number; change: SecurityChange; withdrawalsWait?: boolean; wallNow: Date },
): Promise<void> {
  const { memberId, change, withdrawalsWait = false, wallNow } = parts
  const member = await getMember(tx, memberId)
  const facts = { account: member.account_number, change }
  const kind = withdrawalsWait ? 'security_changed_held' : 'security_changed'
  await tellMember(tx, member, { kind, facts, wallNow })
}
