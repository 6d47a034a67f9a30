import { currencies } from '@btbc/money/currency.ts'
import { type Address, BaseError, encodeFunctionData, type Hex, keccak256 } from 'viem'

import type { Chain, CoinId } from './chain.ts'
import { coinIds } from './chain.ts'
import type { KeyName } from './keys.ts'
import { fence } from './lease.ts'
import { addressOfKey, forPurpose, noteProblem, type OpenRow, readOpen } from './open-rows.ts'
import type { Turn } from './turn.ts'
import { mintAbi, tokenAbi } from './token.ts'
import { toChain } from './units.ts'

/** Makes bytes of what is queued. Nothing leaves the machine here. */

const GWEI = 10n ** 9n
/** A multiple of it makes a unit of gas cost whole units of the books (10 gwei is 10^-8 BNB). */
const PRICE_STEP = 10n
const PLAIN_GAS = 21_000n

export async function signQueued(turn: Turn): Promise<void> {
  const { db, chain, reached } = turn
  const rows = await readOpen(db, ['queued'])
  if (rows.length === 0) return
  const price = await gasPrice(chain)
  for (const row of rows) {
    try {
      const gas = await gasLimit(chain, row)
      const onChain = await chain.rpc.getTransactionCount({
        address: addressOfKey(chain, row.from_key),
      })
      reached?.('before signing')
      await signOne(turn, { row, price, gas, onChain: BigInt(onChain) })
    } catch (error) {
      // It was never signed, so it may wait: custody is refilled, or its owner takes it back.
      await noteProblem(db, row, describe(error))
      if (!(error instanceof BaseError)) turn.report(error, `transaction ${row.id} is not signed`)
    }
  }
}

async function signOne(
  turn: Turn,
  { row, price, gas, onChain }: { row: OpenRow; price: bigint; gas: bigint; onChain: bigint },
): Promise<void> {
  const { db, chain, lease, head, now, wallNow, purposes, reached } = turn
  await db.transaction().execute(async (tx) => {
    await fence(tx, lease)
    const { last, open } = await tx
      .selectFrom('chain_transaction')
      .select((each) => [
        each.fn.max('nonce').as('last'),
        each.fn.countAll<bigint>().filterWhere('state', 'in', ['signed', 'sent']).as('open'),
      ])
      .where('from_key', '=', row.from_key)
      .executeTakeFirstOrThrow()
    const nonce = row.nonce ?? nextNonce({ last, hasOpen: open > 0n, onChain })
    if (nonce === undefined) throw new NodeBehind(`the node is behind: it knows ${onChain} of ours`)
    const { raw, hash } = await signBytes(chain, { ...row, nonce, gas_limit: gas }, price)
    const signed = await tx
      .updateTable('chain_transaction')
      .set({
        state: 'signed',
        nonce,
        gas_limit: gas,
        hash,
        signed_block: head.latest,
        problem: '',
      })
      .where('id', '=', row.id)
      .where('state', '=', 'queued')
      .returningAll()
      .executeTakeFirst()
    // Taken back by its owner meanwhile.
    if (!signed) return
    await tx
      .insertInto('chain_attempt')
      .values({
        hash,
        transaction_id: row.id,
        raw,
        gas_price: price,
        signed_block: head.latest,
        signed_at: now,
      })
      .execute()
    const told = forPurpose(signed)
    if (told) await purposes[told.purpose]?.onSigned?.(tx, told, { now, wallNow })
    reached?.('signed, not committed')
  })
  reached?.('committed, not sent')
}

class NodeBehind extends BaseError {}

/**
 * The books know the next nonce better than a node does; the node is believed when it knows more,
 * and when it knows less while nothing of ours is on its way, nothing is signed.
 */
function nextNonce(known: {
  last: bigint | null
  hasOpen: boolean
  onChain: bigint
}): bigint | undefined {
  const { last, hasOpen, onChain } = known
  if (last === null || onChain > last) return onChain
  return hasOpen || onChain === last + 1n ? last + 1n : undefined
}

/** Legacy transactions: all test chains take them, and their price is known before. */
export async function signBytes(
  chain: Chain,
  row: Pick<
    OpenRow,
    'purpose' | 'currency' | 'to_address' | 'amount' | 'from_key' | 'nonce' | 'gas_limit'
  >,
  price: bigint,
): Promise<{ raw: Buffer; hash: Hex }> {
  if (row.nonce === null || row.gas_limit === null) throw new Error('a row without a nonce')
  const serialized = await chain.keys.account(row.from_key as KeyName).signTransaction({
    type: 'legacy',
    chainId: chain.chainId,
    nonce: Number(row.nonce),
    gas: row.gas_limit,
    gasPrice: price * GWEI,
    ...callOf(chain, row),
  })
  return { raw: Buffer.from(serialized.slice(2), 'hex'), hash: keccak256(serialized) }
}

type Wanted = Pick<OpenRow, 'purpose' | 'currency' | 'to_address' | 'amount'>

function callOf(chain: Chain, row: Wanted): { to: Address; data?: Hex; value?: bigint } {
  const to = row.to_address as Address
  const amount = toChain(row.amount)
  const coin = chain.coins[coinOf(row.currency)]
  if (row.purpose === 'mint') {
    const { address } = chain.coins[currencies.BTBC.id]
    const data = encodeFunctionData({ abi: mintAbi, functionName: 'mint', args: [to, amount] })
    return { to: address, data }
  }
  if (coin.kind === 'native') return { to, value: amount }
  const data = encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] })
  return { to: coin.address, data }
}

export function coinOf(currency: number): CoinId {
  const coin = coinIds.find((each) => each === currency)
  if (coin === undefined) throw new Error(`currency ${currency} is not on the chain`)
  return coin
}

/** In gwei. */
export async function gasPrice({ rpc }: Chain): Promise<bigint> {
  const asked = await rpc.getGasPrice()
  const steps = (asked + PRICE_STEP * GWEI - 1n) / (PRICE_STEP * GWEI)
  return (steps === 0n ? 1n : steps) * PRICE_STEP
}

/** Asking tells, too, whether the transaction would do anything but fail. */
async function gasLimit(chain: Chain, row: OpenRow): Promise<bigint> {
  const account = addressOfKey(chain, row.from_key)
  const asked = await chain.rpc.estimateGas({ account, ...callOf(chain, row) })
  return asked === PLAIN_GAS ? asked : (asked * 3n) / 2n
}

export function describe(error: unknown): string {
  if (error instanceof BaseError) return error.shortMessage
  return error instanceof Error ? error.message : String(error)
}
