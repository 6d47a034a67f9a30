import { type Address, getAddress, type Hash } from 'viem'
import * as z from 'zod/mini'

import type { Chain } from '#chain/chain.ts'

/** Native coins that a contract paid inside of a transaction: only a trace tells. */

type Frame = {
  type: string
  to?: string | undefined
  value?: string | undefined
  error?: string | undefined
  calls?: Frame[] | undefined
}

const Frame: z.ZodMiniType<Frame> = z.object({
  type: z.string(),
  to: z.optional(z.string()),
  value: z.optional(z.string()),
  error: z.optional(z.string()),
  calls: z.optional(z.array(z.lazy(() => Frame))),
})

/** Many public nodes trace for nobody; asked once for each chain. */
const cannotTrace = new WeakSet<object>()
const NO_SUCH_METHOD =
  /not (found|supported|available|allowed)|does not exist|unsupported|disabled/i

export async function readInnerTransfers(
  chain: Chain,
  hash: Hash,
): Promise<{ to: Address; value: bigint }[]> {
  if (cannotTrace.has(chain.rpc)) return []
  let answer: unknown
  try {
    answer = await chain.rpc.request({
      method: 'debug_traceTransaction' as 'eth_chainId',
      params: [hash, { tracer: 'callTracer' }] as never,
    })
  } catch (error) {
    if (!NO_SUCH_METHOD.test(String(error))) throw error
    cannotTrace.add(chain.rpc)
    return []
  }
  const top = Frame.parse(answer)
  return top.error === undefined ? (top.calls ?? []).flatMap(paymentsIn) : []
}

/** What was undone with its frame was not paid; delegated code pays in the frame around it. */
function paymentsIn(frame: Frame): { to: Address; value: bigint }[] {
  if (frame.error !== undefined) return []
  const value = BigInt(frame.value ?? '0x0')
  const pays = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(frame.type)
  const own = pays && value > 0n && frame.to ? [{ to: getAddress(frame.to), value }] : []
  return [...own, ...(frame.calls ?? []).flatMap(paymentsIn)]
}
