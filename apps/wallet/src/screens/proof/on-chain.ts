import { type Attestation, loadFile } from '#screens/proof/verifier.ts'

/** What custody holds, by the node of the house and checked by a file that anyone can download. */

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
type Ask = (questions: readonly object[]) => Promise<unknown[]>
type File = {
  nodeAt: (url: string) => Ask
  checkCustody: (attestation: Attestation, ask: Ask) => Promise<OnChain | null>
}

/** Null where the proof names no addresses. */
export async function readOnChain(attestation: Attestation): Promise<OnChain | null> {
  const { checkCustody, nodeAt } = await loadFile<File>(FILE)
  return await checkCustody(attestation, nodeAt(new URL(NODE, globalThis.location.origin).href))
}
