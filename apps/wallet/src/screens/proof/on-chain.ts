import { type Attestation, loadFile, type Read } from '#screens/proof/verifier.ts'

/** What custody holds and which proofs are written, by the node of the house and checked by a file that anyone can download. */

const FILE = '/verify-chain.mjs'
const NODE = '/api/proof/node'

type OnChain = {
  findings: string[]
  coins: {
    code: string
    scale: number
    /** In the smallest units of the books. */
    seen: bigint
    said: bigint
    covers: boolean
  }[]
  block?: bigint
  /** False when the node has forgotten the block of the proof, and says what is held now. */
  isThen?: boolean
}
type Log = {
  findings: string[]
  /** How many the contract has, without a gap. */
  latest?: number
  isWritten?: boolean
}
type Ask = (questions: readonly object[]) => Promise<unknown[]>
type File = {
  nodeAt: (url: string) => Ask
  checkCustody: (attestation: Attestation, ask: Ask) => Promise<OnChain | null>
  checkLog: (all: readonly Read[], ask: Ask) => Promise<Log | null>
}

/** Each null where the proof names no addresses, and no contract. */
export async function readOnChain(
  all: readonly Read[],
): Promise<{ custody: OnChain | null; log: Log | null }> {
  const newest = all.at(-1)
  if (!newest) return { custody: null, log: null }
  const { checkCustody, checkLog, nodeAt } = await loadFile<File>(FILE)
  const ask = nodeAt(new URL(NODE, globalThis.location.origin).href)
  return { custody: await checkCustody(newest.parsed, ask), log: await checkLog(all, ask) }
}
