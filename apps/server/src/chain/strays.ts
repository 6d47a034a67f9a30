import type { Db, Tx } from '@btbc/database/database.ts'
import type { Address } from 'viem'

import { emptyOf, gasLimit, GWEI, signBytes } from './bytes.ts'
import { type Chain, houseKeys } from './chain.ts'
import { fence } from './lease.ts'
import { addressOfKey, type OpenRow } from './open-rows.ts'
import type { SignerTurn } from './signer-turn.ts'

/**
 * What the keys of the house have sent and the books do not know. Books that were restored are older
 * than the chain: what they still have to send may have been sent already, and would be sent twice. So
 * nothing is signed after a start before every block since the books' last one has been looked through.
 */

export type Stray = { nonce: bigint; hash: string; gas_price: bigint }

const BLOCKS_A_TURN = 500n

export type StrayCheck = { isDone(turn: SignerTurn): Promise<boolean> }

/** Of one start: once all blocks are looked through, this server knows what it sends. */
export function createStrayCheck(): StrayCheck {
  let isDone = false
  let next: bigint | undefined
  return {
    async isDone(turn) {
      if (isDone) return true
      next ??= await firstBlock(turn)
      const last = next + BLOCKS_A_TURN - 1n
      const end = last < turn.head.final ? last : turn.head.final
      for (; next <= end; next += 1n) await lookThrough(turn, next)
      if (end < turn.head.final) return false
      isDone = await isNothingUnderWay(turn, next)
      return isDone
    },
  }
}

/** The books know all that lies in the blocks before. */
async function firstBlock({ db, chain }: SignerTurn): Promise<bigint> {
  const row = await db
    .selectFrom('chain_progress')
    .select('block')
    .where('work', '=', 'transactions')
    .executeTakeFirst()
  return (row && row.block > chain.fromBlock ? row.block : chain.fromBlock) + 1n
}

async function lookThrough(turn: SignerTurn, blockNumber: bigint): Promise<void> {
  const { db, lease, now, report } = turn
  const strays = await readUnknown(turn, blockNumber)
  if (strays.length === 0) return
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    await tx
      .insertInto('chain_stray')
      .values(
        strays.map(({ key, ...stray }) => ({
          ...stray,
          from_key: key,
          block_number: blockNumber,
          found_at: now,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  for (const { key, hash } of strays) {
    report(new Error(`${key} has sent ${hash}`), 'the books do not know of a sending')
  }
}

/** Transactions of our keys in a block whose nonce no row of the books has. */
async function readUnknown(
  { db, chain }: Pick<SignerTurn, 'db' | 'chain'>,
  blockNumber: bigint,
): Promise<(Stray & { key: string })[]> {
  const { transactions } = await chain.rpc.getBlock({ blockNumber, includeTransactions: true })
  const ours = transactions.flatMap(({ from, nonce, hash, gasPrice = 0n }) => {
    const key = keyOf(chain, from)
    return key ? [{ key, nonce: BigInt(nonce), hash, gas_price: gasPrice / GWEI }] : []
  })
  const known = await Promise.all(ours.map(({ key, nonce }) => isKnown(db, key, nonce)))
  return ours.filter((_, n) => known[n] === false)
}

/** What lies in no final block yet is waited for: it may be what we are about to send. */
async function isNothingUnderWay({ db, chain }: SignerTurn, from: bigint): Promise<boolean> {
  for (const key of houseKeys) {
    const address = addressOfKey(chain, key)
    const [pending, mined] = await Promise.all([
      chain.rpc.getTransactionCount({ address, blockTag: 'pending' }),
      chain.rpc.getTransactionCount({ address }),
    ])
    for (let nonce = BigInt(mined); nonce < BigInt(pending); nonce += 1n) {
      if (!(await isKnown(db, key, nonce))) return false
    }
  }
  const latest = await chain.rpc.getBlockNumber()
  for (let block = from; block <= latest; block += 1n) {
    if ((await readUnknown({ db, chain }, block)).length > 0) return false
  }
  return true
}

async function isKnown(db: Db, key: string, nonce: bigint): Promise<boolean> {
  const row = await db
    .selectFrom('chain_transaction')
    .select('id')
    .where('from_key', '=', key)
    .where('nonce', '=', nonce)
    .executeTakeFirst()
  return row !== undefined
}

function keyOf(chain: Chain, address: Address): string | undefined {
  const text = address.toLowerCase()
  return houseKeys.find((key) => addressOfKey(chain, key).toLowerCase() === text)
}

/** The one that is byte for byte what this row would send, if there is one. */
export async function findStray(
  { db, chain }: SignerTurn,
  row: OpenRow,
): Promise<Stray | undefined> {
  const strays = await db
    .selectFrom('chain_stray')
    .select(['nonce', 'hash', 'gas_price'])
    .where('from_key', '=', row.from_key)
    .where('taken_by', 'is', null)
    .orderBy('nonce')
    .execute()
  for (const stray of strays) {
    const call = { ...row, nonce: stray.nonce, gas_limit: gasLimit(chain, row) }
    const { hash } = await signBytes(chain, call, stray.gas_price)
    if (hash === stray.hash) return stray
  }
  return undefined
}

export async function takeStray(tx: Tx, { id, from_key }: OpenRow, nonce: bigint): Promise<void> {
  await tx
    .updateTable('chain_stray')
    .set({ taken_by: id })
    .where('from_key', '=', from_key)
    .where('nonce', '=', nonce)
    .where('taken_by', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Whether what used a row's nonce is the row itself with bytes that the books have lost, which they get back. */
export async function isOwnBytes(
  { db, chain, lease, head, now }: SignerTurn,
  row: OpenRow,
  found: { hash: string; gasPrice?: bigint | undefined },
): Promise<boolean> {
  const price = (found.gasPrice ?? 0n) / GWEI
  for (const call of [row, emptyOf(chain, row)]) {
    const { raw, hash } = await signBytes(chain, call, price)
    if (hash !== found.hash) continue
    await db.transaction().execute(async (tx) => {
      await fence(tx, lease)
      const about = { transaction_id: row.id, signed_block: head.latest, signed_at: now }
      await tx
        .insertInto('chain_attempt')
        .values({ hash, raw, gas_price: price, is_empty: call !== row, ...about })
        .execute()
    })
    return true
  }
  return false
}
