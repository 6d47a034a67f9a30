import { fence } from './lease.ts'
import { addressOfKey, type Attempt, noteProblem, type OpenRow } from './open-rows.ts'
import type { Turn } from './turn.ts'
import { costOf, gasPrice, signBytes } from './bytes.ts'

/** Blocks that went by without it although it was its turn. */
const STUCK_BLOCKS = 20n
/** In gwei. More is not bid, and a person looks. */
const PRICE_MAX = 5_000n

/**
 * Bids more for what the chain leaves lying: the same call under the same nonce at a higher price, as
 * another attempt, so that whichever is mined is one of ours and only one can be.
 */
export async function bidMore(
  turn: Turn,
  row: OpenRow,
  newest: Attempt,
): Promise<Attempt | undefined> {
  const { db, chain, lease, head, now } = turn
  if (head.latest - newest.signed_block < STUCK_BLOCKS) return undefined
  const address = addressOfKey(chain, row.from_key)
  const next = await chain.rpc.getTransactionCount({ address })
  // Another of ours is before it: that one is stuck.
  if (row.nonce !== BigInt(next)) return undefined
  const asked = await gasPrice(chain)
  const doubled = newest.gas_price * 2n
  const wanted = doubled > asked ? doubled : asked
  const price = wanted < PRICE_MAX ? wanted : PRICE_MAX
  if (price <= newest.gas_price) {
    await noteProblem(db, row, `it is in no block at ${newest.gas_price} gwei, and no more is bid`)
    return undefined
  }
  // What the key cannot pay for is no better bid: what it has bid already goes on being sent.
  const { wei } = costOf(chain, row, price)
  if ((await chain.rpc.getBalance({ address })) < wei) {
    await noteProblem(db, row, `${row.from_key} has too little BNB to bid more`)
    return undefined
  }
  const { raw, hash } = await signBytes(chain, row, price)
  const attempt = {
    hash,
    transaction_id: row.id,
    raw,
    gas_price: price,
    signed_block: head.latest,
    signed_at: now,
  }
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    await tx.insertInto('chain_attempt').values(attempt).execute()
    await tx
      .updateTable('chain_transaction')
      .set({ hash })
      .where('id', '=', row.id)
      .where('state', 'in', ['signed', 'sent'])
      .executeTakeFirstOrThrow()
  })
  return attempt
}
