import { createCipheriv, type KeyObject } from 'node:crypto'

import { MEMBER_ROW } from '@btbc/ledger/cut.ts'

import { type Leaf, NODE_BYTES, SALT_BYTES, SUMS, viewOf, writeLeaf, writePadding } from './node.ts'

/**
 * A block of 64 leaves: two of each of its members, and padding. Which leaf is whose, how a sum is cut
 * in two, salts and padding follow from the key of the snapshot, so that only the members are kept.
 */

export const LEAVES = 64
export const LOW_LEVELS = 6
const MEMBERS_MAX = LEAVES / 2
const BLOCKS_MIN = 16
const PADDING_BYTES = 32
const MEMBER_RANDOM = SALT_BYTES + 8 * SUMS
const RANDOM_BYTES = LEAVES + MEMBERS_MAX * MEMBER_RANDOM + LEAVES * PADDING_BYTES
const ZEROS = Buffer.alloc(RANDOM_BYTES)

export type Member = { key: bigint; member: number; lines: Buffer; sums: bigint[] }

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

export function readMember(row: Buffer): Member {
  if (row.length !== MEMBER_ROW) throw new RangeError(`A member's row has ${row.length} bytes`)
  const view = viewOf(row)
  return {
    key: view.getBigInt64(0),
    member: view.getInt32(8),
    lines: row.subarray(12, 44),
    sums: Array.from({ length: SUMS }, (_, n) => view.getBigInt64(44 + 8 * n)),
  }
}

export type Block = {
  /** A row of nodes. */
  leaves: Buffer
  /** Of the n-th member: the two leaves and their places. */
  partsOf: (n: number) => { leaf: Leaf; slot: number }[]
}

export function buildBlock(key: KeyObject, block: number, members: readonly Member[]): Block {
  const random = randomOf(key, block)
  const drawn = viewOf(random)
  const order = [...random.subarray(0, LEAVES)]
    .map((rank, slot) => rank * LEAVES + slot)
    .toSorted((a, b) => a - b)
    .map((ranked) => ranked % LEAVES)
  const partsOf = (n: number) => {
    const found = members[n]
    if (!found) throw new RangeError(`Block ${block} has no member ${n}`)
    const at = LEAVES + n * MEMBER_RANDOM
    const salt = random.subarray(at, at + SALT_BYTES)
    const first = found.sums.map((sum, each) =>
      // Most have nothing of most currencies.
      sum === 0n ? 0n : cut(sum, drawn.getBigUint64(at + SALT_BYTES + 8 * each)),
    )
    const second = found.sums.map((sum, each) => (sum === 0n ? 0n : sum - (first[each] ?? 0n)))
    const { member, lines } = found
    return [first, second].map((sums, part) => ({
      leaf: { part, salt, member, lines, sums },
      slot: order[2 * n + part] ?? 0,
    }))
  }
  const leaves = Buffer.alloc(LEAVES * NODE_BYTES)
  for (let n = 0; n < members.length; n += 1) {
    for (const { leaf, slot } of partsOf(n)) writeLeaf(leaves, slot, leaf)
  }
  for (const slot of order.slice(2 * members.length)) {
    const at = RANDOM_BYTES - (slot + 1) * PADDING_BYTES
    writePadding(leaves, slot, random.subarray(at, at + PADDING_BYTES))
  }
  return { leaves, partsOf }
}

/** From nothing to all of it, each as likely. */
function cut(sum: bigint, drawn: bigint): bigint {
  if (sum < 0n) throw new RangeError('A member is owed less than nothing')
  return ((sum + 1n) * drawn) >> 64n
}

/** The key stream of AES in counter mode, a stretch of its own for each block. */
function randomOf(key: KeyObject, block: number): Buffer {
  const counter = Buffer.alloc(16)
  counter.writeUInt32BE(block, 4)
  return createCipheriv('aes-256-ctr', key, counter).update(ZEROS)
}
