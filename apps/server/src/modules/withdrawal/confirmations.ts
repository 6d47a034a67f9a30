import type { Tables } from '@btbc/database/tables.ts'
import type { ExpressionBuilder } from 'kysely'

import { CONFIRMATIONS } from '#chain/chain.ts'
import { SIGNER } from '#chain/signer.ts'

/** How deep the transaction of a withdrawal is, as far as the signer has looked. */

export type Seen = { block_number: bigint | null; final_block: bigint | null }

/** What it takes to say so, for the rows of a list. */
export function seenOf(row: ExpressionBuilder<Tables, 'withdrawal'>) {
  return [
    row
      .selectFrom('chain_transaction')
      .select('block_number')
      .whereRef('chain_transaction.id', '=', 'withdrawal.chain_transaction_id')
      .as('block_number'),
    row.selectFrom('chain_progress').select('block').where('work', '=', SIGNER).as('final_block'),
  ]
}

export function confirmationsOf({ block_number: block, final_block: final }: Seen): number {
  const deep = block === null || final === null ? 0n : final + BigInt(CONFIRMATIONS) - block
  return deep < 0n ? 0 : Math.min(Number(deep), CONFIRMATIONS)
}
