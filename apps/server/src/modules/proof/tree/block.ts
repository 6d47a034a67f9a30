import { createCipheriv, type KeyObject } from 'node:crypto'

import { MEMBER_ROW } from '@btbc/ledger/cut.ts'

import { DRAWN_BYTES, type From, saltOf, writeLeaves, writePadding } from './leaf.ts'
import { NODE_BYTES, nodeAt, sumsOf, viewOf } from './node.ts'

/**
 * A block of 64 leaves: two of each of its members, and padding. Which leaf is whose, how a sum is cut
 * in two, salts and padding follow from the key of the snapshot, so that only the members are kept.
 */

const LEAVES = 64
export const LOW_LEVELS = 6
const MEMBERS_MAX = LEAVES / 2
const BLOCKS_MIN = 16
const PADDING_BYTES = 32
const RANDOM_BYTES = LEAVES + MEMBERS_MAX * DRAWN_BYTES + LEAVES * PADDING_BYTES
const ZEROS = Buffer.alloc(RANDOM_BYTES)

/** As many as hold all members, a power of two: the depth tells no more of their number. */
export function countBlocks(members: number): number {
  let blocks = BLOCKS_MIN
  while (blocks * MEMBERS_MAX < members) blocks *= 2
  return blocks
}

/** How many members the blocks before this one hold: all alike, so that each has its padding. */
export function membersBefore(block: number, blocks: number, members: number): number {
  return Math.floor((members * block) / blocks)
}

/** Of rows one after the other, where the n-th member is in the order. */
export function keyAt(rows: Buffer, n: number): bigint {
  return rows.readBigInt64BE(n * MEMBER_ROW)
}

export function memberAt(rows: Buffer, n: number): number {
  return rows.readInt32BE(n * MEMBER_ROW + 8)
}

export function linesAt(rows: Buffer, n: number): Buffer {
  return rows.subarray(n * MEMBER_ROW + 12, n * MEMBER_ROW + 44)
}

export type Block = {
  /** A row of nodes. */
  leaves: Buffer
  saltOf: (n: number) => Buffer
  /** Of the n-th member: the places of both leaves, and what stands in them. */
  partsOf: (n: number) => { slot: number; sums: bigint[] }[]
}

/** `rows` are those of its members, one after the other. */
export function buildBlock(key: KeyObject, block: number, rows: Buffer): Block {
  const members = rows.length / MEMBER_ROW
  if (!Number.isInteger(members) || members > MEMBERS_MAX) {
    throw new RangeError(`Block ${block} cannot have rows of ${rows.length} bytes`)
  }
  const random = randomOf(key, block)
  const order = [...random.subarray(0, LEAVES)]
    .map((rank, slot) => rank * LEAVES + slot)
    .toSorted((a, b) => a - b)
    .map((ranked) => ranked % LEAVES)
  const slotsOf = (n: number) => [order[2 * n] ?? 0, order[2 * n + 1] ?? 0] as const
  const leaves = Buffer.alloc(LEAVES * NODE_BYTES)
  const row: From = { bytes: rows, view: viewOf(rows), at: 0 }
  const drawn: From = { bytes: random, view: viewOf(random), at: LEAVES }
  for (let n = 0; n < members; n += 1) {
    row.at = n * MEMBER_ROW
    drawn.at = LEAVES + n * DRAWN_BYTES
    writeLeaves(leaves, slotsOf(n), row, drawn)
  }
  for (const slot of order.slice(2 * members)) {
    const at = RANDOM_BYTES - (slot + 1) * PADDING_BYTES
    writePadding(leaves, slot, random.subarray(at, at + PADDING_BYTES))
  }
  return {
    leaves,
    saltOf: (n) => saltOf({ ...drawn, at: LEAVES + n * DRAWN_BYTES }),
    partsOf: (n) => slotsOf(n).map((slot) => ({ slot, sums: sumsOf(nodeAt(leaves, slot)) })),
  }
}

/** The key stream of AES in counter mode, a stretch of its own for each block. */
function randomOf(key: KeyObject, block: number): Buffer {
  const counter = Buffer.alloc(16)
  counter.writeUInt32BE(block, 4)
  return createCipheriv('aes-256-ctr', key, counter).update(ZEROS)
}
