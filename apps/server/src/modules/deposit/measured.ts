import { type Address, getAddress } from 'viem'

import { balanceOnChain, type Chain, type CoinId } from '#chain/chain.ts'
import { hasState } from '#chain/head.ts'
import { tokenAbi } from '#chain/token.ts'

import type { ScannedBlock, Transfer } from './scan.ts'

/**
 * What a transfer really brought: what the token says, held against what the address has more. A log is a
 * token's word; what an address has more after the block than before it is a fact. A token that takes a
 * fee, or says more than it does, is credited by the fact, and its word is kept for the operators. A node
 * that did not answer has said nothing: the turn fails, and the next one asks again.
 */
export type MeasuredTransfer = Transfer & {
  /** What the token said, in the chain's own units. */
  said: bigint
}

export async function measureTransfers(
  chain: Chain,
  block: ScannedBlock,
): Promise<readonly MeasuredTransfer[]> {
  const tokens = block.transfers.filter(({ currency }) => chain.coins[currency].kind === 'token')
  const places = new Map(tokens.map((each) => [`${each.currency} ${each.to}`, each]))
  let measured = block.transfers.map((each): MeasuredTransfer => ({ ...each, said: each.onChain }))
  for (const { currency, to } of places.values()) {
    const gained = await gainOf(chain, block, { currency, address: to })
    if (gained !== undefined) measured = capped(measured, { currency, address: to }, gained)
  }
  return measured
}

type Place = { currency: CoinId; address: Address }

/**
 * Undefined where the node has forgotten how it was: then the log of the token, which was pinned, is
 * believed, and the comparison with custody finds a token that lies.
 */
async function gainOf(
  chain: Chain,
  block: ScannedBlock,
  place: Place,
): Promise<bigint | undefined> {
  const { currency: coin, address } = place
  if (!(await hasState(chain, block.number - 1n)) || !(await hasState(chain, block.number))) {
    return undefined
  }
  const at = (blockNumber: bigint) => balanceOnChain(chain, { coin, address, blockNumber })
  const [before, after] = await Promise.all([at(block.number - 1n), at(block.number)])
  return after - before + (await sentIn(chain, block, place))
}

/** What the address paid in the same block: its own sweeping, for one. */
async function sentIn(chain: Chain, block: ScannedBlock, place: Place): Promise<bigint> {
  const coin = chain.coins[place.currency]
  if (coin.kind === 'native') return 0n
  const logs = await chain.rpc.getLogs({
    address: coin.address,
    event: tokenAbi[0],
    args: { from: place.address },
    strict: true,
    blockHash: block.hash,
  })
  return logs
    .filter(({ args }) => getAddress(args.from) !== getAddress(args.to))
    .reduce((sum, { args }) => sum + args.value, 0n)
}

/** The transfers to one place, together no more than what was gained, the first ones first. */
function capped(
  transfers: readonly MeasuredTransfer[],
  { currency, address }: Place,
  gained: bigint,
): MeasuredTransfer[] {
  let left = gained > 0n ? gained : 0n
  return transfers.map((transfer) => {
    if (transfer.currency !== currency || transfer.to !== address) return transfer
    const onChain = transfer.onChain < left ? transfer.onChain : left
    left -= onChain
    return { ...transfer, onChain }
  })
}
