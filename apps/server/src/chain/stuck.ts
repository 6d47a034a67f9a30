import { costOf, emptyOf, gasPrice, signBytes } from './bytes.ts'
import { fence } from './lease.ts'
import { addressOfKey, type Attempt, noteProblem, type OpenRow } from './open-rows.ts'
import type { SignerTurn } from './signer-turn.ts'

/** Blocks that went by without it although it was its turn. */
const STUCK_BLOCKS = 20n
/** In gwei. More is not bid, and a person looks. */
const PRICE_MAX = 5_000n

/**
 * Bids more for what the chain leaves lying: the same call under the same nonce at a higher price, as
 * another attempt, so that whichever is mined is one of ours and only one can be.
 */
export async function bumpFee(
  turn: SignerTurn,
  row: OpenRow,
  newest: Attempt,
): Promise<Attempt | undefined> {
  const { db, chain, head } = turn
  if (head.latest - newest.signed_block < STUCK_BLOCKS) return undefined
  const address = addressOfKey(chain, row.from_key)
  const next = await chain.rpc.getTransactionCount({ address })
  // Another of ours is before it: that one is stuck.
  if (row.nonce !== BigInt(next)) return undefined
  const wanted = await higher(turn, newest)
  const price = wanted < PRICE_MAX ? wanted : PRICE_MAX
  if (price <= newest.gas_price) {
    await noteProblem(db, row, `it is in no block at ${newest.gas_price} gwei, and no more is bid`)
    return undefined
  }
  const call = newest.is_empty ? emptyOf(chain, row) : row
  // What the key cannot pay for is no better bid: what it has bid already goes on being sent.
  const { wei } = costOf(chain, call, price)
  if ((await chain.rpc.getBalance({ address })) < wei) {
    await noteProblem(db, row, `${row.from_key} has too little BNB to bid more`)
    return undefined
  }
  return await signAnother(turn, { row, call, price })
}

/** Two operators want its nonce free: an empty transaction bids against it, whatever it has bid. */
export async function signEmpty(turn: SignerTurn, row: OpenRow, newest: Attempt): Promise<Attempt> {
  const price = await higher(turn, newest)
  return await signAnother(turn, { row, call: emptyOf(turn.chain, row), price })
}

async function higher({ chain }: SignerTurn, { gas_price: price }: Attempt): Promise<bigint> {
  const asked = await gasPrice(chain)
  return price * 2n > asked ? price * 2n : asked
}

async function signAnother(
  turn: SignerTurn,
  { row, call, price }: { row: OpenRow; call: OpenRow; price: bigint },
): Promise<Attempt> {
  const { db, chain, lease, head, now } = turn
  const { raw, hash } = await signBytes(chain, call, price)
  const attempt = {
    hash,
    transaction_id: row.id,
    raw,
    gas_price: price,
    signed_block: head.latest,
    signed_at: now,
    is_empty: call !== row,
  }
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    await tx.insertInto('chain_attempt').values(attempt).execute()
    // What has ended keeps the hash it ended with.
    if (row.ended_at !== null) return
    await tx
      .updateTable('chain_transaction')
      .set({ hash })
      .where('id', '=', row.id)
      .where('state', 'in', ['signed', 'sent'])
      .executeTakeFirstOrThrow()
  })
  return attempt
}
