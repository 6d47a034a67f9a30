import type { PaymentState } from '@btbc/contract/payment-state.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { readRows } from '@btbc/database/page.ts'

import { type Seen, seenOf } from './confirmations.ts'
import type { WithdrawalRow } from './withdrawal.row.ts'

/** A member's withdrawals as their programs ask for them, newest first. */

export async function findWithdrawals(
  tx: Tx,
  asked: {
    memberId: number
    currency: number | undefined
    clientId: string | undefined
    states: readonly PaymentState[] | undefined
    from: Date | undefined
    until: Date | undefined
    limit: number
    offset: number
  },
): Promise<(WithdrawalRow & Seen)[]> {
  const { memberId, currency, clientId, states, from, until, limit, offset } = asked
  let rows = tx
    .selectFrom('withdrawal')
    .selectAll()
    .select(seenOf)
    .where('member_id', '=', memberId)
  if (currency !== undefined) rows = rows.where('currency', '=', currency)
  if (clientId !== undefined) rows = rows.where('client_id', '=', clientId)
  if (states !== undefined) rows = rows.where('state', 'in', [...states])
  if (from !== undefined) rows = rows.where('created_at', '>=', from)
  if (until !== undefined) rows = rows.where('created_at', '<=', until)
  const ordered = rows.orderBy('created_at', 'desc').orderBy('id', 'desc')
  return await readRows(ordered, { skip: offset, limit }, { key: 'id' })
}

/** Where a member's withdrawals stand, by id. */
export async function findWithdrawalStates(
  tx: Db | Tx,
  { memberId, ids }: { memberId: number; ids: readonly number[] },
): Promise<ReadonlyMap<number, PaymentState>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('withdrawal')
    .select(['id', 'state'])
    .where('member_id', '=', memberId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, state }) => [id, state]))
}
