import { createSecretKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

import { MEMBER_ROW, sealedCurrencies } from '@btbc/ledger/cut.ts'
import { currencies, type CurrencyId, getCurrency } from '@btbc/money/currency.ts'

import { FORMAT } from '#modules/proof/attestation.ts'
import { buildBlock, countBlocks, LOW_LEVELS } from '#modules/proof/tree/block.ts'
import { type Proof, wayInBlock } from '#modules/proof/tree/find-leaf.ts'
import { foldNodes, hashOf, printNode, sumsOf } from '#modules/proof/tree/node.ts'

/**
 * A member's proof as it is where a million own all that this house holds: one block is built, and every
 * other one is its like, so that all sums on the way up are as long as they would be.
 */

const MEMBERS = 1_000_000
const IN_BLOCK = 31
const KEY_BYTES = 32

/** What each owns, in the smallest units. */
const owned: Partial<Record<CurrencyId, bigint>> = {
  [currencies.BTC.id]: 10_123n,
  [currencies.USDT.id]: 1_012_345_678n,
  [currencies.BNB.id]: 1_012_345n,
  [currencies.BTBC.id]: 40_012_345_678n,
  [currencies.LAUNCH.id]: 7n,
  [currencies.POINT.id]: 120n,
}

export type DeepProof = {
  attestations: { text: string; signature: string }[]
  member: number
  proof: Proof
}

/** As a member saves it: the attestation is signed by a key of its own. */
export function buildDeepProof(lines = randomBytes(32)): DeepProof {
  const sums = sealedCurrencies.map((id) => owned[id] ?? 0n)
  const members = Array.from({ length: IN_BLOCK }, (_, n) => rowOf(n, MEMBERS - n, lines, sums))
  const rows = Buffer.concat(members)
  const block = buildBlock(createSecretKey(randomBytes(KEY_BYTES)), 0, rows)
  const high: string[] = []
  let node = foldNodes(block.leaves)
  for (let blocks = countBlocks(MEMBERS); blocks > 1; blocks /= 2) {
    high.push(printNode(node))
    node = foldNodes(Buffer.concat([node, node]))
  }
  const proof = { ...wayInBlock(block, rows, 0), block: 0, high }
  return { attestations: [attest(node, LOW_LEVELS + high.length)], member: MEMBERS, proof }
}

/** As PostgreSQL packs it. */
function rowOf(key: number, member: number, lines: Buffer, sums: readonly bigint[]): Buffer {
  const row = Buffer.alloc(MEMBER_ROW)
  row.writeBigInt64BE(BigInt(key))
  row.writeInt32BE(member, 8)
  lines.copy(row, 12)
  for (const [n, sum] of sums.entries()) row.writeBigInt64BE(sum, 44 + 8 * n)
  return row
}

function attest(top: Buffer, depth: number): { text: string; signature: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const sums = sumsOf(top).map(String)
  const text = JSON.stringify({
    format: FORMAT,
    number: 1,
    at: '2026-11-23T00:00:00.000Z',
    previous: null,
    key: publicKey.export({ format: 'jwk' }).x,
    books: { position: '1', entry: '1', hash: '0'.repeat(64) },
    tree: { depth, root: hashOf(top).toString('hex'), sums },
    currencies: sealedCurrencies.map((currency, n) => describe(currency, sums[n] ?? '0')),
    custody: null,
    rails: {},
  })
  return { text, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
}

/** Owed whole, and there. */
function describe(currency: CurrencyId, sum: string) {
  const { code, scale } = getCurrency(currency)
  const nothing = { fees: '0', dust: '0', suspense: '0', gas: '0', promises: '0' }
  const owed = { available: sum, held: '0', unclaimed: '0' }
  const house = { pools: {}, reserves: {}, custody: sum, issued: '0' }
  return { currency, code, scale, owed, ...nothing, ...house }
}
