import { NodeFailed } from '#screens/proof/node-frame.ts'
import { type AskNode, type Found, readOnChain } from '#screens/proof/on-chain.ts'
import type { Read } from '#screens/proof/verifier.ts'

/** What a node that is not of the house says to the same questions, and where the two differ. */

export type Compared = Found & {
  chain: number
  /** Whether it has the block that the proof names, with the same hash. */
  isBlock: boolean
  /** How many addresses both nodes were asked of at that block. */
  compared: number
  /** Those of which they do not say the same. */
  differing: string[]
}

type Question = { method: string; params: unknown[] }

const BALANCE_OF = '0x70a08231'
const ADDRESS_DIGITS = 40

export async function askAnother(
  all: readonly Read[],
  house: Found['told'],
  ask: AskNode,
): Promise<Compared> {
  const found = await readOnChain(all, ask).catch((error: unknown) => {
    // An answer of the right shape that is no number: '0x'.
    throw error instanceof NodeFailed ? error : new NodeFailed('not_node')
  })
  const named = all.at(-1)?.parsed.custody
  const chain = answerTo(found.told, 'eth_chainId')
  if (!named || typeof chain !== 'string') throw new NodeFailed('not_node')
  if (Number(chain) !== named.chain_id) throw new NodeFailed('other_chain', String(Number(chain)))
  const block = answerTo(found.told, 'eth_getBlockByNumber')
  if (block === null || typeof block !== 'object' || !('hash' in block)) {
    throw new NodeFailed('no_block')
  }
  return {
    ...found,
    chain: Number(chain),
    isBlock: block.hash === named.hash,
    ...differ(house, found.told),
  }
}

function differ(house: Found['told'], other: Found['told']) {
  const same = new Map<string, boolean>()
  for (const [question, told] of other) {
    const address = addressIn(JSON.parse(question) as Question)
    const expected = house.get(question)
    if (address === undefined || typeof told !== 'string' || typeof expected !== 'string') continue
    same.set(address, (same.get(address) ?? true) && BigInt(told) === BigInt(expected))
  }
  const differing = [...same].filter(([, isSame]) => !isSame).map(([address]) => address)
  return { compared: same.size, differing }
}

/** Of whom a balance was asked. */
function addressIn({ method, params: [first] }: Question): string | undefined {
  if (method === 'eth_getBalance') return String(first).toLowerCase()
  if (method !== 'eth_call' || first === null || typeof first !== 'object') return undefined
  const data = 'data' in first ? String(first.data) : ''
  return data.startsWith(BALANCE_OF) ? `0x${data.slice(-ADDRESS_DIGITS)}` : undefined
}

/** To the first question of this kind: later ones may ask for the newest block. */
function answerTo(told: Found['told'], method: string): unknown {
  for (const [question, answer] of told) {
    if ((JSON.parse(question) as Question).method === method) return answer
  }
  return undefined
}
