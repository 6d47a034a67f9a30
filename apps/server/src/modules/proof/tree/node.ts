import { hash } from 'node:crypto'

import { sealedCurrencies } from '@btbc/ledger/cut.ts'

/**
 * The nodes of the sum tree, each a hash and a sum for every currency in one piece of memory. What is
 * hashed says docs/proof.md, and is checked by code that shares nothing with this (verify.mjs).
 */

export const SUMS = sealedCurrencies.length
export const HASH_BYTES = 32
const TWO_32 = 2 ** 32
export const NODE_BYTES = HASH_BYTES + 8 * SUMS

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

export function nodeAt(row: Buffer, place: number): Buffer {
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
export function writeHash(to: Buffer, at: number, preimage: Buffer): void {
  to.write(hash('sha256', preimage, 'binary'), at, 'latin1')
}
