import type { TextKey } from '@btbc/contract/texts.ts'
import type { Tx } from '@btbc/database/database.ts'

import { getMember, tellMember } from '#modules/account/index.ts'

export type SecurityChange = ChangeOf<TextKey<'security'>>
type ChangeOf<Key> = Key extends `change.${infer Change}` ? Change : never

/** What happens whenever the protection of an account changes: the member is told, withdrawals may wait. */

/** Tells the member by mail what was changed. */
export async function tellOfChange(
  tx: Tx,
  parts: { memberId: number; change: SecurityChange; held: boolean; wallNow: Date },
): Promise<void> {
  const { memberId, change, held, wallNow } = parts
  const member = await getMember(tx, memberId)
  const facts = { account: member.account_number, change }
  const kind = held ? ('security_changed_held' as const) : ('security_changed' as const)
  await tellMember(tx, member, { kind, facts, wallNow })
}

/** The account is easier to take over than before: withdrawals wait 24 hours. */
export async function holdWithdrawals(tx: Tx, memberId: number, now: Date): Promise<void> {
  await tx.updateTable('member').set({ weakened_at: now }).where('id', '=', memberId).execute()
}
