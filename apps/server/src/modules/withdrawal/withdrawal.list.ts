import type { Response } from '@btbc/contract/endpoint.ts'
import { ALL_STATES, statesOf, statusNumber } from '@btbc/contract/payment-state.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { listWithdrawals as listWithdrawalsCall } from '@btbc/contract/withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { sayRemark } from '#platform/remarks.ts'

import { confirmationsOf, type Seen, seenOf } from './confirmations.ts'
import { nextOf } from './next-step.ts'
import type { WithdrawalRow } from './withdrawal.row.ts'

/** A member's withdrawals to addresses, newest first. */

type Page = Response<typeof listWithdrawalsCall>

type Asked = {
  memberId: number
  status: number
  page: number
  limit: number
  language: Language
  now: Date
}

export async function listWithdrawals(tx: Tx, request: Asked): Promise<Page> {
  const { memberId, status, page, limit } = request
  const states = statesOf('coin_withdraw_list', status)
  if (states.length === 0) return { list: [], total: 0, page, limit }
  const shown = tx
    .selectFrom('withdrawal')
    .where('member_id', '=', memberId)
    .selectAll('withdrawal')
    .select(seenOf)
    .orderBy('id', 'desc')
  const among = status === ALL_STATES ? undefined : eachOf('state', states)
  const { rows, total } = await readPage(tx, shown, request, { key: 'id', among })
  return { list: rows.map((row) => paymentOf(row, request)), total, page, limit }
}

/** Said only while they are waited for. */
function confirmationsJson(row: WithdrawalRow & Seen) {
  if (row.state !== 'processing' && row.state !== 'sent') return {}
  return { confirmations: confirmationsOf(row), confirmations_needed: CONFIRMATIONS }
}

function paymentOf(
  row: WithdrawalRow & Seen,
  { language, now }: Pick<Asked, 'language' | 'now'>,
): Page['list'][number] {
  const isUnsigned = row.state === 'pending' || row.state === 'approved'
  return {
    id: row.id,
    status: statusNumber('coin_withdraw_list', row.state),
    state: row.state,
    amount: row.amount,
    fee: row.fee,
    net: row.amount - row.fee,
    currency: row.currency,
    currency_name: currencyCode(row.currency),
    address: row.address,
    order_no: row.draw_no,
    created_at: row.created_at,
    remark: sayRemark(row.remark, language),
    ...(row.tx_hash === null ? {} : { tx_hash: row.tx_hash }),
    ...confirmationsJson(row),
    can_cancel: isUnsigned,
    next: nextOf(row, now),
  }
}
