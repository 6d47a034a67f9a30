import { currencies } from '@btbc/money/currency.ts'

import { fence } from './lease.ts'
import { addressOfKey, noteProblem, type OpenRow, readAttempts } from './open-rows.ts'
import { describe } from './put-off.ts'
import { signEmpty } from './stuck.ts'
import type { SignerTurn } from './signer-turn.ts'

/** At most so many at once: a larger gap is a node that lies, and a person looks. */
const GAP_MAX = 16n
const KEYS_MAX = 100

/**
 * A nonce that nothing carries holds up all that come after it. Where the books know of nothing it is
 * filled with a transaction to ourselves that moves nothing; what was final in blocks that the chain
 * has lost is sent again.
 */
export async function fillGaps(turn: SignerTurn): Promise<void> {
  const { db, chain } = turn
  const keys = await db
    .selectFrom('chain_transaction')
    .select('from_key')
    .distinct()
    .where('state', 'in', ['queued', 'signed', 'sent'])
    .where('block_number', 'is', null)
    .orderBy('from_key', 'desc')
    .limit(KEYS_MAX)
    .execute()
  for (const { from_key: key } of keys) {
    const next = BigInt(await chain.rpc.getTransactionCount({ address: addressOfKey(chain, key) }))
    const rows = await db
      .selectFrom('chain_transaction')
      .selectAll()
      .where('from_key', '=', key)
      .where('nonce', '>=', next)
      .orderBy('nonce')
      .limit(Number(GAP_MAX))
      .execute()
    await fillUpTo(turn, { key, next, lowest: rows[0]?.nonce ?? next })
    for (const row of rows) if (row.ended_at !== null) await sendLost(turn, row)
  }
}

async function fillUpTo(
  turn: SignerTurn,
  { key, next, lowest }: { key: string; next: bigint; lowest: bigint },
): Promise<void> {
  const { db, chain, lease, now, report } = turn
  if (lowest <= next) return
  if (lowest - next > GAP_MAX) {
    report(new Error(`${key} has no transaction from nonce ${next} to ${lowest}`), 'nonces')
    return
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
      to_address: addressOfKey(chain, key),
      amount: 0n,
      nonce,
      created_at: now,
    }))
    await tx.insertInto('chain_transaction').values(values).execute()
  })
}

/**
 * Its block was final and is gone. What was sent is sent once more, the very same bytes, so that the
 * books are right again; what had failed, or was given back, must not be: an empty one takes its nonce.
 */
async function sendLost(turn: SignerTurn, row: OpenRow): Promise<void> {
  const { db, chain, report } = turn
  const attempts = await readAttempts(db, row.id)
  const [newest] = attempts
  if (!newest) return
  const attempt =
    row.state === 'final'
      ? attempts.find(({ hash }) => hash === row.hash)
      : (attempts.find((each) => each.is_empty) ?? (await signEmpty(turn, row, newest)))
  if (!attempt) return
  const problem = `its block ${row.block_number} was final and is gone`
  if (row.problem === '') report(new Error(problem), `transaction ${row.id} is sent again`)
  await noteProblem(db, row, problem)
  await chain.rpc
    .sendRawTransaction({ serializedTransaction: `0x${attempt.raw.toString('hex')}` })
    // Known already, or the node was only behind: the next turn looks again.
    .catch((error: unknown) => noteProblem(db, row, describe(error)))
}
