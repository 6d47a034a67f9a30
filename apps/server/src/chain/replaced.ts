import { isAddressEqual } from 'viem'

import { addressOfKey, type Attempt, noteProblem, type OpenRow } from './open-rows.ts'
import { isOwnBytes } from './strays.ts'
import type { SignerTurn } from './signer-turn.ts'

/**
 * The nonce is used and none of our bytes were mined. A node's word for it is not enough to give
 * anything back: the transaction that used the nonce has to be found in a final block.
 */

const BLOCKS_A_TURN = 200n
/** A node that was a little behind when we signed had not seen the other one yet. */
const BLOCKS_BEFORE = 50n

export async function findReplacement(
  turn: SignerTurn,
  row: OpenRow,
  attempts: readonly Attempt[],
): Promise<boolean> {
  const { db, chain, head } = turn
  const address = addressOfKey(chain, row.from_key)
  const signed = (row.signed_block ?? 0n) - BLOCKS_BEFORE
  const start = row.scanned_block ?? (signed < 0n ? 0n : signed)
  const end = start + BLOCKS_A_TURN < head.final ? start + BLOCKS_A_TURN : head.final
  for (let number = start; number <= end; number += 1n) {
    const block = await chain.rpc.getBlock({ blockNumber: number, includeTransactions: true })
    const replacement = block.transactions.find(
      (each) => isAddressEqual(each.from, address) && BigInt(each.nonce) === row.nonce,
    )
    if (!replacement) continue
    if (attempts.some(({ hash }) => hash === replacement.hash)) return false
    return !(await isOwnBytes(turn, row, replacement))
  }
  await db
    .updateTable('chain_transaction')
    .set({ scanned_block: end })
    .where('id', '=', row.id)
    .execute()
  if (end === head.final) {
    await noteProblem(db, row, 'its nonce is used, and by which transaction is not found')
  }
  return false
}
