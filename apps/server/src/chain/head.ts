import type { Tx } from '@btbc/database/database.ts'
import { BaseError, BlockNotFoundError, LimitExceededRpcError, RpcError, zeroAddress } from 'viem'

import { type Chain, CONFIRMATIONS } from './chain.ts'

/** How far the chain is, and how far it is beyond doubt: final, and deep enough besides. */
export type Head = { latest: bigint; final: bigint }

/** Asks anew each time; a node that suddenly serves another chain is not listened to. */
export async function readHead({ rpc, chainId }: Pick<Chain, 'rpc' | 'chainId'>): Promise<Head> {
  const [asked, latest, finalized] = await Promise.all([
    rpc.getChainId(),
    rpc.getBlockNumber(),
    rpc.getBlock({ blockTag: 'finalized' }).then(
      ({ number }) => number,
      (error: unknown) => {
        if (error instanceof BlockNotFoundError) return 0n
        throw error
      },
    ),
  ])
  if (asked !== chainId) throw new Error(`the node serves chain ${asked} now, and not ${chainId}`)
  const deep = latest - BigInt(CONFIRMATIONS - 1)
  const final = deep < finalized ? deep : finalized
  return { latest, final: final > 0n ? final : 0n }
}

/**
 * Whether the node still knows balances and nonces as of this block. An embedded node that was
 * started again knows those from its start on: for a dozen blocks the final one is not among them.
 */
export async function hasState({ rpc }: Pick<Chain, 'rpc'>, blockNumber: bigint): Promise<boolean> {
  return await rpc.getBalance({ address: zeroAddress, blockNumber }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof BaseError && error.walk(isRefusedByNode) !== null) return false
      throw error
    },
  )
}

/** A node that has had too many questions has not said that it does not know. */
function isRefusedByNode(error: unknown): boolean {
  return error instanceof RpcError && !(error instanceof LimitExceededRpcError)
}

/** Up to this final block the work has brought the books. */
export async function noteProgress(tx: Tx, work: string, block: bigint): Promise<void> {
  await tx
    .insertInto('chain_progress')
    .values({ work, block })
    .onConflict((conflict) =>
      conflict.column('work').doUpdateSet({ block }).where('chain_progress.block', '<', block),
    )
    .execute()
}

/** The block at which books and custody can be compared, when every work stands at the same. */
export async function comparableBlock(tx: Tx): Promise<bigint | undefined> {
  const rows = await tx.selectFrom('chain_progress').select('block').execute()
  const [first, ...others] = rows
  return first && others.every(({ block }) => block === first.block) ? first.block : undefined
}
