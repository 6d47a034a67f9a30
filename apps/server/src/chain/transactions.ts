import type { Tx } from '@btbc/database/database.ts'
import type { CurrencyId } from '@btbc/money/currency.ts'

import type { KeyName } from './keys.ts'

/**
 * What the house sends on the chain, as rows. Who wants something sent queues it in its own
 * transaction; the signer (`signer.ts`) does the rest and tells the purpose what became of it.
 */

export type Purpose =
  | 'withdrawal'
  | 'sweep'
  | 'mint'
  | 'faucet'
  | 'gas_topup'
  | 'minter_gas'
  | 'proof_log'
  | 'proof'

/** What a purpose is told of its transaction. */
export type TransactionRow = {
  purpose: Purpose
  ref_id: bigint
  currency: number
  amount: bigint
  nonce: bigint | null
  /** Of the newest bytes signed; once final, of those that were mined. */
  hash: string | null
  block_number: bigint | null
  failure: string | null
}

export type Told = (
  tx: Tx,
  row: TransactionRow,
  /** It has left already when the books had lost it: then nothing can hold it back. */
  at: { now: Date; wallNow: Date; hasLeft?: boolean },
) => Promise<void>

/**
 * What a purpose does at each turn, in the transaction that writes the turn down. `onFailed` is told
 * only what is certain: the receipt of a final block, or the nonce used by another final transaction.
 * `onUnsigned` is told of what is given up before anything was signed; without it, it goes on being
 * tried.
 */
export type PurposeHandlers = {
  onSigned?: Told
  onSent?: Told
  onFinal?: Told
  onFailed?: Told
  onUnsigned?: Told
}
export type Purposes = Readonly<Partial<Record<Purpose, PurposeHandlers>>>

/** Queues one sending. The same purpose and reference twice is an error: it would pay twice. */
export async function queueTransaction(
  tx: Tx,
  asked: {
    purpose: Purpose
    refId: bigint
    from: KeyName
    currency: CurrencyId
    to: string
    /** In units of the books. */
    amount: bigint
    /** What is called, where it is no coin that is sent. */
    data?: Buffer
    now: Date
  },
): Promise<bigint> {
  const { id } = await tx
    .insertInto('chain_transaction')
    .values({
      purpose: asked.purpose,
      ref_id: asked.refId,
      from_key: asked.from,
      currency: asked.currency,
      to_address: asked.to,
      amount: asked.amount,
      data: asked.data ?? null,
      created_at: asked.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes back what nobody has signed; false when it is too late. */
export async function takeBackQueued(tx: Tx, id: bigint): Promise<boolean> {
  const row = await tx
    .deleteFrom('chain_transaction')
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
