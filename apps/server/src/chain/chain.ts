import { currencies } from '@btbc/money/currency.ts'
import { type Address, createPublicClient, defineChain, http, type PublicClient } from 'viem'

import type { KeyName, Keys } from './keys.ts'
import { askNode } from './node-call.ts'
import { tokenAbi } from './token.ts'
import { toUnits } from './units.ts'

/** The test chain as the rest of the server sees it. */

/** Blocks on top of a transfer before it counts; on all chains, and final besides. */
export const CONFIRMATIONS = 12
const ANSWER_MS_MAX = 10_000
const RETRIES = 2
/** A node that is busy mining answers nobody else. */
const BLOCKS_AT_ONCE = 50

export type CoinId =
  | typeof currencies.BTC.id
  | typeof currencies.USDT.id
  | typeof currencies.BNB.id
  | typeof currencies.BTBC.id
export const coinIds: readonly CoinId[] = [
  currencies.BTC.id,
  currencies.USDT.id,
  currencies.BNB.id,
  currencies.BTBC.id,
]

type Token = { kind: 'token'; address: Address; decimals: 18 }
type Coin = Token | { kind: 'native'; decimals: 18 }
export type Coins = {
  readonly [currencies.BTC.id]: Token
  readonly [currencies.USDT.id]: Token
  readonly [currencies.BNB.id]: { kind: 'native'; decimals: 18 }
  readonly [currencies.BTBC.id]: Token
}

/** What custody holds of each coin, in units of the books. */
export type Custody = Readonly<Record<CoinId, bigint>>

/** Other networks have names of their own; this is what one is, and members read it in their language. */
export const LOCAL_CHAIN = 'Local test chain'

/** House rule 1: no other chain can be configured. */
const names: Readonly<Record<number, string>> = {
  31337: LOCAL_CHAIN,
  1337: LOCAL_CHAIN,
  97: 'BSC testnet',
  11155111: 'Sepolia testnet',
}

export type Chain = {
  readonly chainId: number
  /** Embedded is the node that this server runs itself. */
  readonly kind: 'embedded' | 'external'
  /** As operators read it. */
  readonly name: string
  readonly url: string
  readonly confirmations: number
  readonly coins: Coins
  readonly rpc: PublicClient
  readonly keys: Keys
  readonly hotAddress: Address
  /** Nothing of ours happened before this block. */
  readonly fromBlock: bigint
  /** What custody held when this install first met the chain. */
  readonly opening: Custody
  /** EIP-55. Every member has one, whose index is stored. */
  depositAddress(index: number): Address
  /** Blocks without waiting: of the embedded node only. */
  mine(blocks: number): Promise<void>
}

export type ChainParts = Pick<
  Chain,
  'chainId' | 'kind' | 'url' | 'coins' | 'keys' | 'fromBlock' | 'opening'
>

export function createChain(parts: ChainParts): Chain {
  const { kind, url, keys, chainId } = parts
  return {
    ...parts,
    name: nameOfChain(chainId),
    confirmations: CONFIRMATIONS,
    rpc: openClient(url, chainId),
    hotAddress: keys.address('hot'),
    depositAddress: (index) => keys.address(`deposit:${index}`),
    async mine(blocks) {
      if (kind !== 'embedded') throw new Error('only the embedded chain is mined on demand')
      for (let left = blocks; left > 0; left -= BLOCKS_AT_ONCE) {
        const some = Math.min(left, BLOCKS_AT_ONCE)
        await askNode(url, 'anvil_mine', [`0x${some.toString(16)}`])
      }
    },
  }
}

/** The name of a test chain; any other chain is refused. */
export function nameOfChain(chainId: number): string {
  const name = names[chainId]
  if (name === undefined) {
    throw new Error(
      `chain ${chainId} is not a test chain: this product runs on test funds only, on ${Object.keys(names).join(', ')}`,
    )
  }
  return name
}

export function openClient(url: string, chainId: number): PublicClient {
  return createPublicClient({
    chain: defineChain({
      id: chainId,
      name: nameOfChain(chainId),
      nativeCurrency: { name: 'Test BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
      testnet: true,
    }),
    transport: http(url, { retryCount: RETRIES, timeout: ANSWER_MS_MAX }),
    // A block number that is a second old is a wrong one here.
    cacheTime: 0,
    pollingInterval: 100,
  })
}

/** What the address holds of a coin at a block, in the chain's own units. */
export async function balanceOnChain(
  { rpc, coins }: Pick<Chain, 'rpc' | 'coins'>,
  ask: { coin: CoinId; address: Address; blockNumber?: bigint },
): Promise<bigint> {
  const { address } = ask
  const at = ask.blockNumber === undefined ? {} : { blockNumber: ask.blockNumber }
  const coin: Coin = coins[ask.coin]
  if (coin.kind === 'native') return await rpc.getBalance({ address, ...at })
  return await rpc.readContract({
    address: coin.address,
    abi: tokenAbi,
    functionName: 'balanceOf',
    args: [address],
    ...at,
  })
}

/** The house's own addresses, members' deposit addresses aside. */
export const houseKeys: readonly KeyName[] = ['hot', 'treasury', 'minter']

/** What the house's own addresses hold together, in units, floored. */
export async function custodyOfHouse(
  chain: Pick<Chain, 'rpc' | 'coins' | 'keys'>,
): Promise<Custody> {
  const of = async (coin: CoinId) => {
    const held = await Promise.all(
      houseKeys.map((name) => balanceOnChain(chain, { coin, address: chain.keys.address(name) })),
    )
    return toUnits(held.reduce((sum, each) => sum + each, 0n))
  }
  return {
    [currencies.BTC.id]: await of(currencies.BTC.id),
    [currencies.USDT.id]: await of(currencies.USDT.id),
    [currencies.BNB.id]: await of(currencies.BNB.id),
    [currencies.BTBC.id]: await of(currencies.BTBC.id),
  }
}
