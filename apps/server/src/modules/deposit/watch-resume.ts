import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import type { Hash } from 'viem'
import * as z from 'zod/mini'

import type { Chain } from '#chain/chain.ts'
import type { OperatorCaller } from '#modules/operator/index.ts'
import { defineProposal } from '#modules/review/index.ts'

import { forgetExplained } from './explained.ts'
import { forgetHeld } from './moved-addresses.ts'

/**
 * A watcher that halted because a final block has changed goes on when one operator proposes it and
 * another accepts: from its last block on, as the chain has it now. What the lost blocks had brought
 * stays in the books, and the comparison with custody says by how much they are wrong.
 */

const SUBJECT = 'deposits'

/** Of a halted watcher: its last block, as the chain has it now. */
export type Anchor = { block: bigint; hash: Hash }

/** Asks the chain before a transaction is opened. */
export async function readAnchor(db: Db, chain: Chain | undefined): Promise<Anchor> {
  const watch = await db
    .selectFrom('deposit_watch')
    .select('final_block')
    .where('halted_at', 'is not', null)
    .executeTakeFirst()
  if (!watch) throw new Refusal('deposits_not_halted')
  if (!chain) throw new Refusal('chain_unavailable')
  const block = await chain.rpc.getBlock({ blockNumber: watch.final_block }).catch(() => {
    throw new Refusal('chain_unavailable')
  })
  return { block: watch.final_block, hash: block.hash }
}

export async function proposeWatching(
  tx: Tx,
  request: { anchor: Anchor; reason: string; caller: OperatorCaller; now: Date },
) {
  const { anchor, reason, caller, now } = request
  const { block, hash } = anchor
  return await depositResume.propose(tx, {
    subject: SUBJECT,
    payload: { block: String(block), hash },
    summary: `Look for deposits again, from block ${block} on as the chain has it now: ${hash}`,
    reason,
    caller,
    now,
  })
}

/** Should the block have changed once more, the watcher halts again at its next look. */
export const depositResume = defineProposal({
  kind: 'deposits.resume',
  payload: z.object({ block: z.string(), hash: z.string() }),
  async apply(tx, { payload: { block, hash } }) {
    const gone = await tx
      .updateTable('deposit_watch')
      .set({ final_hash: hash, halted_at: null, halted_reason: null })
      .where('halted_at', 'is not', null)
      .where('final_block', '=', BigInt(block))
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Refusal('deposits_not_halted')
    await forgetExplained(tx)
    await forgetHeld(tx)
  },
})
