import { currencies } from '@btbc/money/currency.ts'

import { fence } from './lease.ts'
import { addressOfKey, readOpen } from './open-rows.ts'
import type { Turn } from './turn.ts'

/** At most so many at once: a larger gap is a node that lies, and a person looks. */
const GAP_MAX = 16n

/**
 * A nonce that nothing of ours carries holds up all that come after it. It is filled with a
 * transaction to ourselves that moves nothing.
 */
export async function fillGaps(turn: Turn): Promise<void> {
  const { db, chain, lease, now, report } = turn
  const open = (await readOpen(db)).filter((row) => row.block_number === null)
  for (const key of new Set(open.map((row) => row.from_key))) {
    const address = addressOfKey(chain, key)
    const next = BigInt(await chain.rpc.getTransactionCount({ address }))
    const rows = await db
      .selectFrom('chain_transaction')
      .select('nonce')
      .where('from_key', '=', key)
      .where('nonce', '>=', next)
      .orderBy('nonce')
      .execute()
    const lowest = rows[0]?.nonce ?? next
    if (lowest <= next) continue
    if (lowest - next > GAP_MAX) {
      report(new Error(`${key} has no transaction from nonce ${next} to ${lowest}`), 'nonces')
      continue
    }
    const last = await db
      .selectFrom('chain_transaction')
      .select((row) => row.fn.max('ref_id').as('ref_id'))
      .where('purpose', '=', 'gap_fill')
      .executeTakeFirst()
    const missing = Array.from({ length: Number(lowest - next) }, (_, n) => next + BigInt(n))
    await db.transaction().execute(async (tx) => {
      await fence(tx, lease)
      const values = missing.map((nonce, n) => ({
        purpose: 'gap_fill',
        ref_id: (last?.ref_id ?? 0n) + 1n + BigInt(n),
        from_key: key,
        currency: currencies.BNB.id,
        to_address: address,
        amount: 0n,
        nonce,
        created_at: now,
      }))
      await tx.insertInto('chain_transaction').values(values).execute()
    })
  }
}
