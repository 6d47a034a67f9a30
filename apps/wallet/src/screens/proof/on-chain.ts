import { type Attestation, loadFile, type Read } from '#screens/proof/verifier.ts'

/** What custody holds and which proofs are written, by the node of the house and checked by a file that anyone can download. */

const FILE = '/verify-chain.mjs'
const NODE = '/api/proof/node'

export type Custody = {
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
export type Log = {
  findings: string[]
  /** How many the contract has, without a gap. */
  latest?: number
  isWritten?: boolean
}
export type AskNode = (questions: readonly object[]) => Promise<unknown[]>
export type Found = {
  /** Each null where the proof names no addresses, and no contract. */
  custody: Custody | null
  log: Log | null
  /** What the node said, by what it was asked. */
  told: ReadonlyMap<string, unknown>
}
type File = {
  nodeAt: (url: string) => AskNode
  checkCustody: (attestation: Attestation, ask: AskNode) => Promise<Custody | null>
  checkLog: (all: readonly Read[], ask: AskNode) => Promise<Log | null>
}

export async function readOnChain(all: readonly Read[], ask?: AskNode): Promise<Found> {
  const newest = all.at(-1)
  const told = new Map<string, unknown>()
  if (!newest) return { custody: null, log: null, told }
  const { checkCustody, checkLog, nodeAt } = await loadFile<File>(FILE)
  const node = ask ?? nodeAt(new URL(NODE, globalThis.location.origin).href)
  const noted: AskNode = async (questions) => {
    const answers = await node(questions)
    for (const [n, question] of questions.entries()) told.set(JSON.stringify(question), answers[n])
    return answers
  }
  return {
    custody: await checkCustody(newest.parsed, noted),
    log: await checkLog(all, noted),
    told,
  }
}
