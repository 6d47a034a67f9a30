import type { Response } from '@btbc/contract/endpoint.ts'
import { ALL_STATES, statesOf, statusNumber } from '@btbc/contract/payment-state.ts'
import type { Language } from '@btbc/contract/wire.ts'
import type { listWithdrawals as listWithdrawalsCall } from '@btbc/contract/withdrawal.ts'
import type { Tx } from '@btbc/database/database.ts'
import { eachOf, readPage } from '@btbc/database/page.ts'
import { currencyCode } from '@btbc/money/currency.ts'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { SIGNER } from '#chain/signer.ts'
import { sayRemark } from '#platform/remarks.ts'

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
    .select((row) => [
      row
        .selectFrom('chain_transaction')
        .select('block_number')
        .whereRef('chain_transaction.id', '=', 'withdrawal.chain_transaction_id')
        .as('block_number'),
      row.selectFrom('chain_progress').select('block').where('work', '=', SIGNER).as('final_block'),
    ])
    .orderBy('id', 'desc')
  const among = status === ALL_STATES ? undefined : eachOf('state', states)
  const { rows, total } = await readPage(tx, shown, request, { key: 'id', among })
  return { list: rows.map((row) => paymentOf(row, request)), total, page, limit }
}

type Seen = { block_number: bigint | null; final_block: bigint | null }

/** Blocks on it, as far as the signer has looked; said only while they are waited for. */
function confirmationsOf(row: WithdrawalRow & Seen) {
  if (row.state !== 'processing' && row.state !== 'sent') return {}
  const { block_number: block, final_block: final } = row
  const deep = block === null || final === null ? 0n : final + BigInt(CONFIRMATIONS) - block
  const counted = deep < 0n ? 0 : Math.min(Number(deep), CONFIRMATIONS)
  return { confirmations: counted, confirmations_needed: CONFIRMATIONS }
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
    ...confirmationsOf(row),
    can_cancel: isUnsigned,
    next: nextOf(row, now),
  }
}
