import { type Address, getAddress, type Hash, type Hex } from 'viem'

import type { Chain, CoinId } from '#chain/chain.ts'
import { coinIds } from '#chain/chain.ts'
import { tokenAbi } from '#chain/token.ts'

/**
 * What one block moved to our addresses: by the logs of the pinned tokens, and by the values of its
 * transactions. What they do inside is nobody's concern here (`inside.ts`).
 */

export type Transfer = {
  currency: CoinId
  to: Address
  /** In the chain's own units. */
  onChain: bigint
  txHash: Hash
  /** See the table: 0 up for logs, -1 for a transaction's own value, below for those from inside. */
  ordinal: number
  blockNumber: bigint
  blockHash: Hash
}

export type ScannedBlock = {
  number: bigint
  hash: Hash
  parentHash: Hash
  transfers: readonly Transfer[]
  /** Addresses of ours that have more or less of some coin by it, and perhaps others of ours. */
  moved: readonly Address[]
  /** By how much its transactions change the native coin of our addresses. */
  explained: readonly { address: Address; change: bigint }[]
  /** Transactions that run code which could have paid an address of ours. */
  payers: readonly Hash[]
}

export type Ours = { has(address: string): boolean }

const NATIVE_ORDINAL = -1

export async function scanBlock(chain: Chain, blockHash: Hash, ours: Ours): Promise<ScannedBlock> {
  const block = await chain.rpc.getBlock({ blockHash, includeTransactions: true })
  const place = { blockNumber: block.number, blockHash }
  const tokens = await readTokenTransfers(chain, place, ours)
  const native = await readNativeTransfers(chain, block.transactions, { place, ours })
  return {
    number: block.number,
    hash: blockHash,
    parentHash: block.parentHash,
    ...native,
    transfers: [...tokens.transfers, ...native.transfers],
    moved: [...tokens.moved, ...native.explained.map(({ address }) => address)],
  }
}

type Place = { blockNumber: bigint; blockHash: Hash }

/** By the address of the pinned token and not by the transaction's `to`: contracts pay, too. */
async function readTokenTransfers(
  chain: Chain,
  place: Place,
  ours: Ours,
): Promise<Pick<ScannedBlock, 'transfers' | 'moved'>> {
  const tokens = tokensOf(chain)
  const found = await chain.rpc.getLogs({
    address: tokens.map(({ address }) => address),
    event: tokenAbi[0],
    strict: true,
    blockHash: place.blockHash,
  })
  const inTransaction = new Map<Hash, number>()
  const moved = found
    .flatMap(({ args: { from, to } }) => [from, to])
    .filter((address) => ours.has(address))
    .map((address) => getAddress(address))
  const transfers = found
    .filter((log) => ours.has(log.args.to) && log.args.from !== log.args.to)
    .toSorted((a, b) => a.logIndex - b.logIndex)
    .flatMap((log) => {
      // The node is asked for these addresses; it is not believed to have listened.
      const token = tokens.find(({ address }) => address === getAddress(log.address))
      if (!token || log.blockHash !== place.blockHash) return []
      const ordinal = inTransaction.get(log.transactionHash) ?? 0
      inTransaction.set(log.transactionHash, ordinal + 1)
      const { currency } = token
      const to = getAddress(log.args.to)
      const onChain = log.args.value
      return [{ ...place, currency, to, onChain, txHash: log.transactionHash, ordinal }]
    })
  return { transfers, moved }
}

function tokensOf({ coins }: Chain): { currency: CoinId; address: Address }[] {
  return coinIds.flatMap((currency) => {
    const coin = coins[currency]
    return coin.kind === 'token' ? [{ currency, address: getAddress(coin.address) }] : []
  })
}

type BlockTransaction = { hash: Hash; from: Address; to: Address | null; value: bigint; input: Hex }

type NativeMoves = Pick<ScannedBlock, 'transfers' | 'explained' | 'payers'>

async function readNativeTransfers(
  chain: Chain,
  transactions: readonly BlockTransaction[],
  { place, ours }: { place: Place; ours: Ours },
): Promise<NativeMoves> {
  const currency = coinIds.find((id) => chain.coins[id].kind === 'native')
  if (currency === undefined) return { transfers: [], explained: [], payers: [] }
  const tokens = new Set(tokensOf(chain).map(({ address }) => address))
  const transfers: Transfer[] = []
  const explained: ScannedBlock['explained'][number][] = []
  const payers: Hash[] = []
  for (const { hash, from, to, value, input } of transactions) {
    const pays = to !== null && value > 0n && ours.has(to)
    const receipt =
      pays || ours.has(from) ? await readReceipt(chain, hash, place) : { isDone: false, cost: 0n }
    if (pays && receipt.isDone) {
      const payee = getAddress(to)
      const ordinal = NATIVE_ORDINAL
      transfers.push({ ...place, currency, to: payee, onChain: value, txHash: hash, ordinal })
      explained.push({ address: payee, change: value })
    }
    if (ours.has(from)) {
      const sent = receipt.isDone ? value : 0n
      explained.push({ address: getAddress(from), change: -sent - receipt.cost })
    }
    // A plain payment to an address of ours runs no code, and the pinned tokens pay nobody.
    const isPlain = to !== null && input === '0x' && ours.has(to)
    if (!isPlain && !(to !== null && tokens.has(getAddress(to)))) payers.push(hash)
  }
  return { transfers, explained, payers }
}

async function readReceipt(
  { rpc }: Chain,
  hash: Hash,
  { blockHash }: Place,
): Promise<{ isDone: boolean; cost: bigint }> {
  const receipt = await rpc.getTransactionReceipt({ hash })
  if (receipt.blockHash !== blockHash) throw new Error(`${hash} has moved to another block`)
  const { status, gasUsed, effectiveGasPrice } = receipt
  return { isDone: status === 'success', cost: gasUsed * effectiveGasPrice }
}
