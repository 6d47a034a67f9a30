import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { memberAccount } from '@btbc/ledger/account.ts'
import { balanceOf } from '@btbc/ledger/balances.ts'
import { InsufficientBalance } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'

/** What holds for every contract of a member, be it a lock or a fund. */

/** Each running one is paid and listed. */
export const RUNNING_MAX = 200

/** How many of a kind may run; asked with the member locked. */
export async function refuseTooMany(
  tx: Tx,
  table: 'lock_contract' | 'fund_contract',
  memberId: number,
): Promise<void> {
  const { running } = await tx
    .selectFrom(table)
    .select((row) => row.fn.countAll<bigint>().as('running'))
    .where('member_id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(running) >= RUNNING_MAX) {
    throw new Refusal('too_many_contracts', { limit: RUNNING_MAX })
  }
}

/** Whoever cannot pay takes no hold of the pool that all buy from; the entry itself asks once more. */
export async function refuseUnpaid(tx: Tx, memberId: number, amount: bigint): Promise<void> {
  const spot = memberAccount(memberId, 'change', currencies.USDT.id)
  const { available } = await balanceOf(tx, spot)
  if (available < amount) throw new InsufficientBalance(spot, available, amount)
}
