import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'

import { paysKnownOnly } from '#modules/security/index.ts'

/** Who a member pays while they pay known receivers only. */

type Asked = { memberId: number; now: Date }

/** Saved addresses, those of other members among them. */
export async function refuseUnsaved(
  tx: Tx,
  { memberId, address, now }: Asked & { address: string },
): Promise<void> {
  if (!(await paysKnownOnly(tx, memberId, now))) return
  const saved = await tx
    .selectFrom('saved_address')
    .select('id')
    .where('member_id', '=', memberId)
    .where('address', '=', address)
    .executeTakeFirst()
  if (!saved) throw new Refusal('withdrawal_address_unknown')
}

/** Bank accounts are saved nowhere: those that operators have paid before. */
export async function refuseUnpaidBank(
  tx: Tx,
  { memberId, account, now }: Asked & { account: { bank_key: string; account_number: string } },
): Promise<void> {
  if (!(await paysKnownOnly(tx, memberId, now))) return
  const paid = await tx
    .selectFrom('bank_withdrawal')
    .select('id')
    .where('member_id', '=', memberId)
    .where('bank_key', '=', account.bank_key)
    .where('account_number', '=', account.account_number)
    .where('state', '=', 'done')
    .executeTakeFirst()
  if (!paid) throw new Refusal('bank_account_unknown')
}
