import type { Tables } from '@btbc/database/tables.ts'
import type { ExpressionBuilder } from 'kysely'

/** What the bank of a withdrawal is called, for the rows of a list. */
export function bankNameOf(row: ExpressionBuilder<Tables, 'bank_withdrawal'>) {
  return row
    .selectFrom('bank')
    .select('name')
    .whereRef('bank.platform', '=', 'bank_withdrawal.platform')
    .whereRef('bank.key', '=', 'bank_withdrawal.bank_key')
    .$asScalar()
    .$notNull()
}
