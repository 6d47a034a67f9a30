import type { Calls } from '@btbc/contract/calls.ts'
import type { Response } from '@btbc/contract/endpoint.ts'
import { statesOf, statusNumber } from '@btbc/contract/payment-state.ts'
import type { Tx } from '@btbc/database/database.ts'
import { findCurrency } from '@btbc/money/currency.ts'

import type { WithdrawalRow } from './withdrawal.row.ts'
import { nextOf } from './withdrawal.ts'

/** A member's withdrawals to addresses, newest first. */

type Page = Response<Calls['/pay/coin_withdraw_list']>

export async function listOut(
  tx: Tx,
  request: { memberId: number; status: number; page: number; limit: number; now: Date },
): Promise<Page> {
  const { memberId, status, page, limit, now } = request
  const states = statesOf('coin_withdraw_list', status)
  if (states.length === 0) return { list: [], total: 0, page, limit }
  const own = tx
    .selectFrom('withdrawal')
    .where('member_id', '=', memberId)
    .where('state', 'in', states)
  const { total } = await own
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { list: rows.map((row) => paymentOf(row, now)), total: Number(total), page, limit }
}

function paymentOf(row: WithdrawalRow, now: Date): Page['list'][number] {
  const isUnsigned = row.state === 'pending' || row.state === 'approved'
  return {
    id: row.id,
    status: statusNumber('coin_withdraw_list', row.state),
    state: row.state,
    amount: row.amount,
    number: row.amount,
    fee: row.fee,
    net: row.amount - row.fee,
    currency: row.currency,
    currency_name: findCurrency(row.currency)?.code ?? '',
    address: row.address,
    order_no: row.draw_no,
    draw_no: row.draw_no,
    created_at: row.created_at,
    create_time: row.created_at,
    create_at: row.created_at,
    remark: row.remark,
    ...(row.tx_hash === null ? {} : { tx_hash: row.tx_hash }),
    can_cancel: isUnsigned,
    next: nextOf(row, now),
  }
}
