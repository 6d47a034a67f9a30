import type { Tx } from '@btbc/database/database.ts'
import { readRows } from '@btbc/database/page.ts'
import { sql } from 'kysely'

import { isInBooks } from './deposit.list.ts'

/** A member's deposits as their programs ask for them, newest first; what the chain dropped is not there. */

export async function findDeposits(
  tx: Tx,
  asked: {
    memberId: number
    currency: number | undefined
    isCredited: boolean | undefined
    txHash: string | undefined
    from: Date | undefined
    until: Date | undefined
    limit: number
    offset: number
  },
) {
  const { memberId, currency, isCredited, txHash, from, until, limit, offset } = asked
  let rows = tx
    .selectFrom('deposit')
    .select(['id', 'currency', 'amount', 'address', 'tx_hash', 'block_number', 'state', 'seen_at'])
    .select((each) => each.selectFrom('deposit_watch').select('head_block').limit(1).as('head'))
    .where('member_id', '=', memberId)
    .where('state', '<>', sql.lit('gone'))
    .where(isInBooks)
  if (currency !== undefined) rows = rows.where('currency', '=', currency)
  if (isCredited !== undefined) rows = rows.where('state', isCredited ? '=' : '<>', 'credited')
  if (txHash !== undefined) rows = rows.where('tx_hash', '=', txHash)
  if (from !== undefined) rows = rows.where('seen_at', '>=', from)
  if (until !== undefined) rows = rows.where('seen_at', '<=', until)
  const ordered = rows.orderBy('seen_at', 'desc').orderBy('id', 'desc')
  return await readRows(ordered, { skip: offset, limit }, { key: 'id' })
}
