import { type Address, getAddress } from 'viem'

import { balanceOnChain, type Chain, type CoinId } from '#chain/chain.ts'
import { tokenAbi } from '#chain/token.ts'

import type { ScannedBlock, Transfer } from './scan.ts'

/**
 * What really arrived. A log is a token's word; what an address has more after the block than before
 * it is a fact. A token that takes a fee, or says more than it does, is credited by the fact.
 */
export async function arrivedIn(chain: Chain, block: ScannedBlock): Promise<readonly Transfer[]> {
  const tokens = block.transfers.filter(({ currency }) => chain.coins[currency].kind === 'token')
  const places = new Map(tokens.map((each) => [`${each.currency} ${each.to}`, each]))
  let transfers = block.transfers
  for (const { currency, to } of places.values()) {
    const gained = await gainOf(chain, block, { currency, address: to })
    transfers = capped(transfers, { currency, address: to }, gained)
  }
  return transfers
}

type Place = { currency: CoinId; address: Address }

async function gainOf(chain: Chain, block: ScannedBlock, place: Place): Promise<bigint> {
  const { currency: coin, address } = place
  const at = (blockNumber: bigint) => balanceOnChain(chain, { coin, address, blockNumber })
  const known = await Promise.all([at(block.number - 1n), at(block.number)]).catch(() => undefined)
  // Nodes forget old states. Then what lies there now is the most that can have come: nothing leaves
  // before it was credited.
  if (!known) return await balanceOnChain(chain, { coin, address })
  const [before, after] = known
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
  transfers: readonly Transfer[],
  { currency, address }: Place,
  gained: bigint,
): Transfer[] {
  let left = gained > 0n ? gained : 0n
  return transfers.map((transfer) => {
    if (transfer.currency !== currency || transfer.to !== address) return transfer
    const onChain = transfer.onChain < left ? transfer.onChain : left
    left -= onChain
    return { ...transfer, onChain }
  })
}
