import { hash } from 'node:crypto'

import { sealedCurrencies } from '@btbc/ledger/cut.ts'

/**
 * The nodes of the sum tree, each a hash and a sum for every currency in one piece of memory. What is
 * hashed says docs/proof.md, and is checked by code that shares nothing with this (verify.mjs).
 */

export const SUMS = sealedCurrencies.length
const HASH_BYTES = 32
const TWO_32 = 2 ** 32
const TWO_64 = 2n ** 64n
export const NODE_BYTES = HASH_BYTES + 8 * SUMS
export const SALT_BYTES = 16

export type Leaf = {
  /** A member's sums stand in two leaves: 0 and 1. */
  part: number
  salt: Buffer
  member: number
  lines: Buffer
  sums: readonly bigint[]
}

const SUMS_AT = 2 + SALT_BYTES + 8 + HASH_BYTES
/** Made once: millions of leaves are written, one after the other. */
const leafPreimage = Buffer.alloc(SUMS_AT + 8 * SUMS)
const leafView = viewOf(leafPreimage)

/** Writes the node of a leaf to its place in a row of nodes. */
export function writeLeaf(row: Buffer, place: number, leaf: Leaf): void {
  const { part, salt, member, lines, sums } = leaf
  leafPreimage[1] = part
  leafPreimage.set(salt, 2)
  leafView.setUint32(6 + SALT_BYTES, member)
  leafPreimage.set(lines, 10 + SALT_BYTES)
  for (let n = 0; n < SUMS; n += 1) {
    const sum = sums[n] ?? 0n
    if (sum < 0n || sum >= TWO_64) throw new RangeError('A sum does not fit in 64 bits')
    leafView.setBigUint64(SUMS_AT + 8 * n, sum)
  }
  const at = place * NODE_BYTES
  writeHash(row, at, leafPreimage)
  leafPreimage.copy(row, at + HASH_BYTES, SUMS_AT)
}

/** Looks like any leaf of somebody who has nothing; the row is empty there. */
export function writePadding(row: Buffer, place: number, random: Buffer): void {
  const preimage = Buffer.alloc(1 + random.length, 2)
  random.copy(preimage, 1)
  writeHash(row, place * NODE_BYTES, preimage)
}

/** The node above a row of nodes, whose number is a power of two. */
export function foldNodes(row: Buffer): Buffer {
  let level = row
  while (level.length > NODE_BYTES) level = nextLevel(level)
  return level
}

/** The siblings on the way from a place up to the node above the row, the lowest first. */
export function siblingsOf(row: Buffer, place: number): Buffer[] {
  const siblings: Buffer[] = []
  let level = row
  for (let at = place; level.length > NODE_BYTES; at >>= 1) {
    siblings.push(nodeAt(level, at ^ 1))
    level = nextLevel(level)
  }
  return siblings
}

function nextLevel(level: Buffer): Buffer {
  const above = Buffer.allocUnsafe(level.length / 2)
  const preimage = Buffer.alloc(1 + 2 * NODE_BYTES, 1)
  const from = viewOf(level)
  const to = viewOf(above)
  for (let at = 0; at < level.length; at += 2 * NODE_BYTES) {
    level.copy(preimage, 1, at, at + 2 * NODE_BYTES)
    writeHash(above, at / 2, preimage)
    for (let sum = HASH_BYTES; sum < NODE_BYTES; sum += 8) {
      addSums(from, { left: at + sum, right: at + NODE_BYTES + sum }, to, at / 2 + sum)
    }
  }
  return above
}

/** Both sums added by their halves of 32 bits, which costs a fraction of large numbers. */
function addSums(
  from: DataView,
  { left, right }: { left: number; right: number },
  to: DataView,
  at: number,
): void {
  const low = from.getUint32(left + 4) + from.getUint32(right + 4)
  const carry = low >= TWO_32 ? 1 : 0
  const high = from.getUint32(left) + from.getUint32(right) + carry
  if (high >= TWO_32) throw new RangeError('A sum has more than 64 bits')
  to.setUint32(at, high)
  to.setUint32(at + 4, low - carry * TWO_32)
}

/** Numbers are read and written at a fraction of what the methods of a buffer cost. */
export function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
}

function nodeAt(row: Buffer, place: number): Buffer {
  return row.subarray(place * NODE_BYTES, (place + 1) * NODE_BYTES)
}

export function sumsOf(node: Buffer): bigint[] {
  return Array.from({ length: SUMS }, (_, n) => node.readBigUInt64BE(HASH_BYTES + 8 * n))
}

export function hashOf(node: Buffer): Buffer {
  return node.subarray(0, HASH_BYTES)
}

/** As it stands in the proof that a member saves. */
export function printNode(node: Buffer): string {
  return `${hashOf(node).toString('base64url')} ${sumsOf(node).join(' ')}`
}

/** As a string of bytes it costs a third of what it costs as a buffer, which is made for each. */
function writeHash(to: Buffer, at: number, preimage: Buffer): void {
  to.write(hash('sha256', preimage, 'binary'), at, 'latin1')
}
