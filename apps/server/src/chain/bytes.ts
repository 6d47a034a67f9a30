import { currencies } from '@btbc/money/currency.ts'
import { type Address, encodeFunctionData, type Hex, keccak256 } from 'viem'

import { type Chain, type CoinId, coinIds } from './chain.ts'
import type { KeyName } from './keys.ts'
import type { OpenRow } from './open-rows.ts'
import { mintAbi, tokenAbi } from './token.ts'
import { toChain } from './units.ts'

/** The bytes of a transaction, and what they may cost. */

export const GWEI = 10n ** 9n
/** A multiple of it makes a unit of gas cost whole units of the books (10 gwei is 10^-8 BNB). */
const PRICE_STEP = 10n
/** What coins sent to an address cost, and all they may: nobody's code is run with it. */
const PLAIN_GAS = 21_000n
/** What our tokens need is half of it; a block holds hundreds of it. */
const TOKEN_GAS = 100_000n
/** What a proof needs is two thirds of it, and what its contract needs is a half of that. */
const PROOF_GAS = 150_000n
const PROOF_LOG_GAS = 600_000n

/** Legacy transactions: all test chains take them, and their price is known before. */
export async function signBytes(
  chain: Chain,
  row: Pick<
    OpenRow,
    'purpose' | 'currency' | 'to_address' | 'amount' | 'data' | 'from_key' | 'nonce' | 'gas_limit'
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

/** What takes the nonce of a row and moves nothing: coins of ours to ourselves, none of them. */
export function emptyOf(chain: Chain, row: OpenRow): OpenRow {
  const to = chain.keys.address(row.from_key as KeyName)
  const call = {
    purpose: 'gap_fill',
    currency: currencies.BNB.id,
    to_address: to,
    amount: 0n,
    data: null,
  }
  return { ...row, ...call, gas_limit: PLAIN_GAS }
}

type Wanted = Pick<OpenRow, 'purpose' | 'currency' | 'to_address' | 'amount' | 'data'>

export function callOf(chain: Chain, row: Wanted): { to?: Address; data?: Hex; value?: bigint } {
  const to = row.to_address as Address
  if (row.data !== null) {
    const data: Hex = `0x${row.data.toString('hex')}`
    // What makes a contract is sent to nobody.
    return row.purpose === 'proof_log' ? { data } : { to, data }
  }
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

/** Fixed, so that nobody at the other end says what it costs us, or that it fits into no block. */
export function gasLimit(chain: Chain, { purpose, currency }: OpenRow): bigint {
  if (purpose === 'proof_log') return PROOF_LOG_GAS
  if (purpose === 'proof') return PROOF_GAS
  const isPlain = purpose !== 'mint' && chain.coins[coinOf(currency)].kind === 'native'
  return isPlain ? PLAIN_GAS : TOKEN_GAS
}

/** What the key gives away at most: of the coin itself, and of what gas is paid in. */
export type Cost = { coin: CoinId; amount: bigint; wei: bigint }

export function costOf(
  chain: Chain,
  row: Pick<OpenRow, 'purpose' | 'currency' | 'amount' | 'gas_limit'>,
  price: bigint,
): Cost {
  const coin = coinOf(row.currency)
  const wei = (row.gas_limit ?? 0n) * price * GWEI
  const amount = row.purpose === 'mint' ? 0n : toChain(row.amount)
  return chain.coins[coin].kind === 'native'
    ? { coin, amount: 0n, wei: wei + amount }
    : { coin, amount, wei }
}
