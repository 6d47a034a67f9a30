import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import type { Tables } from '@btbc/database/tables.ts'
import { getCurrency } from '@btbc/money/currency.ts'
import type { Selectable } from 'kysely'

export type WithdrawalRow = Selectable<Tables['withdrawal']>

/** What entries are made of. */
export function forEntries(row: WithdrawalRow) {
  const currency = getCurrency(row.currency)
  return {
    id: row.id,
    memberId: row.member_id,
    currency: currency.id,
    amount: row.amount,
    fee: row.fee,
    drawNo: row.draw_no,
  }
}

/** The row, locked: whoever changes it next waits for us. */
export async function lockWithdrawal(
  tx: Tx,
  { id, memberId }: { id: number; memberId?: number },
): Promise<WithdrawalRow> {
  const row = await tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .$if(memberId !== undefined, (query) => query.where('member_id', '=', memberId ?? 0))
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new Refusal('withdrawal_not_found')
  return row
}
