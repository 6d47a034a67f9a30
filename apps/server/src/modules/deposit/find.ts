import { Refusal } from '@btbc/contract/refusals.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { type Hash, TransactionReceiptNotFoundError } from 'viem'

import type { Chain } from '#chain/chain.ts'

import { getCoin } from '#modules/wallet/index.ts'

import { scanBlock } from './scan.ts'

/** "Find my deposit": says what became of a transaction. The watcher alone credits. */

type Asked = { memberId: number; currency: number; hash: string | undefined }

/** The chain is asked before a transaction is opened; what it said is looked up within one. */
export type FindCoin = {
  ask: (db: Db, asked: Asked) => Promise<Hash>
  find: (tx: Tx, asked: { memberId: number; txHash: Hash }) => Promise<Found>
}

type Found = { id: number; order_no: string }

export function findCoin(chain: Chain | undefined): FindCoin {
  return { ask: (db, asked) => askChain(db, chain, asked), find: findDeposit }
}

async function askChain(
  db: Db,
  chain: Chain | undefined,
  { memberId, currency, hash = '' }: Asked,
): Promise<Hash> {
  getCoin(currency)
  if (!chain) throw new Refusal('chain_unavailable')
  const txHash = hash.toLowerCase()
  if (!isHash(txHash)) throw new Refusal('hash_invalid')
  const known = await db
    .selectFrom('deposit')
    .select('id')
    .where('member_id', '=', memberId)
    .where('tx_hash', '=', txHash)
    .executeTakeFirst()
  if (known) return txHash
  const receipt = await chain.rpc
    .getTransactionReceipt({ hash: txHash })
    .catch((error: unknown) => {
      if (error instanceof TransactionReceiptNotFoundError) return undefined
      throw new Refusal('chain_unavailable')
    })
  if (!receipt) throw new Refusal('deposit_not_found')
  if (receipt.status !== 'success') throw new Refusal('deposit_failed')
  const own = await db
    .selectFrom('deposit_address')
    .select('address')
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  const ours = { has: (address: string) => address.toLowerCase() === own?.address?.toLowerCase() }
  const { transfers } = await scanBlock(chain, receipt.blockHash, ours).catch(() => {
    throw new Refusal('chain_unavailable')
  })
  if (!transfers.some((transfer) => transfer.txHash === txHash)) {
    throw new Refusal('deposit_elsewhere')
  }
  return txHash
}

/** The member's own deposit of this transaction, as soon as the watcher has it. */
async function findDeposit(
  tx: Tx,
  { memberId, txHash }: { memberId: number; txHash: Hash },
): Promise<Found> {
  const row = await tx
    .selectFrom('deposit')
    .select('id')
    .where('member_id', '=', memberId)
    .where('tx_hash', '=', txHash)
    .orderBy('id')
    .executeTakeFirst()
  // It is there, and the watcher comes by within a second or two.
  if (!row) throw new Refusal('deposit_not_found')
  return { id: row.id, order_no: `D${row.id}` }
}

function isHash(text: string): text is Hash {
  return /^0x[0-9a-f]{64}$/.test(text)
}
