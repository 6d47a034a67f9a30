import { type Address, getAddress, type Hash, type Hex } from 'viem'

import type { Chain, CoinId } from '#chain/chain.ts'
import { coinIds } from '#chain/chain.ts'
import { tokenAbi } from '#chain/token.ts'

import { readInnerTransfers } from './inner-transfers.ts'

/** What one block moved to our addresses: by the logs of the pinned tokens, and of the native coin. */

export type Transfer = {
  currency: CoinId
  to: Address
  /** In the chain's own units. */
  onChain: bigint
  txHash: Hash
  /** See the table: 0 up for logs, -1 for a transaction's own value, below for inner ones. */
  ordinal: number
  blockNumber: bigint
  blockHash: Hash
}

export type ScannedBlock = {
  number: bigint
  hash: Hash
  parentHash: Hash
  transfers: readonly Transfer[]
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
    transfers: [...tokens, ...native],
  }
}

type Place = { blockNumber: bigint; blockHash: Hash }

/** By the address of the pinned token and not by the transaction's `to`: contracts pay, too. */
async function readTokenTransfers(chain: Chain, place: Place, ours: Ours): Promise<Transfer[]> {
  const tokens = tokensOf(chain)
  const found = await chain.rpc.getLogs({
    address: tokens.map(({ address }) => address),
    event: tokenAbi[0],
    strict: true,
    blockHash: place.blockHash,
  })
  const inTransaction = new Map<Hash, number>()
  return found
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
}

function tokensOf({ coins }: Chain): { currency: CoinId; address: Address }[] {
  return coinIds.flatMap((currency) => {
    const coin = coins[currency]
    return coin.kind === 'token' ? [{ currency, address: getAddress(coin.address) }] : []
  })
}

type BlockTransaction = { hash: Hash; from: Address; to: Address | null; value: bigint; input: Hex }

async function readNativeTransfers(
  chain: Chain,
  transactions: readonly BlockTransaction[],
  { place, ours }: { place: Place; ours: Ours },
): Promise<Transfer[]> {
  const currency = coinIds.find((id) => chain.coins[id].kind === 'native')
  if (currency === undefined) return []
  const transfers: Transfer[] = []
  for (const { hash, to, value, input } of transactions) {
    if (to !== null && value > 0n && ours.has(to) && (await hasSucceeded(chain, hash, place))) {
      const ordinal = NATIVE_ORDINAL
      transfers.push({
        ...place,
        currency,
        to: getAddress(to),
        onChain: value,
        txHash: hash,
        ordinal,
      })
    }
    // A plain payment to a plain address runs no code that could pay somebody else.
    if (to !== null && input === '0x' && ours.has(to)) continue
    const inner = await readInnerTransfers(chain, hash)
    transfers.push(
      ...inner.flatMap(({ to: payee, value: onChain }, n) => {
        const ordinal = NATIVE_ORDINAL - 1 - n
        return ours.has(payee)
          ? [{ ...place, currency, to: payee, onChain, txHash: hash, ordinal }]
          : []
      }),
    )
  }
  return transfers
}

async function hasSucceeded({ rpc }: Chain, hash: Hash, { blockHash }: Place): Promise<boolean> {
  const receipt = await rpc.getTransactionReceipt({ hash })
  if (receipt.blockHash !== blockHash) throw new Error(`${hash} has moved to another block`)
  return receipt.status === 'success'
}
