import { MEMBER_ROW } from '@btbc/ledger/cut.ts'

import { HASH_BYTES, NODE_BYTES, SUMS, viewOf, writeHash } from './node.ts'

/** The two leaves in which a member's sums stand, and padding between them. */

const SALT_BYTES = 16
const KEY_BYTES = 8
/** What is drawn for a member: a salt, and for each sum where it is cut in two. */
export const DRAWN_BYTES = SALT_BYTES + 8 * SUMS

const PART_AT = 1
const SALT_AT = 2
/** A number of eight bytes is hashed, of which a row has the lower four. */
const MEMBER_AT = SALT_AT + SALT_BYTES + 4
const SUMS_AT = MEMBER_AT + MEMBER_ROW - KEY_BYTES - 8 * SUMS
/** Made once: millions of leaves are written, one after the other. */
const preimage = Buffer.alloc(SUMS_AT + 8 * SUMS)
const view = viewOf(preimage)
const rests: bigint[] = Array.from({ length: SUMS }, () => 0n)

/** A stretch of some bytes, from there on. */
export type From = { bytes: Buffer; view: DataView; at: number }

/**
 * Writes both leaves to their places in a row of nodes. What is hashed of them ends as the member's row
 * does: member, lines, sums.
 */
export function writeLeaves(
  nodes: Buffer,
  [first, second]: readonly [number, number],
  row: From,
  drawn: From,
): void {
  row.bytes.copy(preimage, MEMBER_AT, row.at + KEY_BYTES, row.at + MEMBER_ROW)
  drawn.bytes.copy(preimage, SALT_AT, drawn.at, drawn.at + SALT_BYTES)
  for (let n = 0; n < SUMS; n += 1) {
    const at = SUMS_AT + 8 * n
    rests[n] = 0n
    // Most have nothing of most currencies.
    if (view.getUint32(at) === 0 && view.getUint32(at + 4) === 0) continue
    const sum = view.getBigInt64(at)
    const part = cut(sum, drawn.view.getBigUint64(drawn.at + SALT_BYTES + 8 * n))
    view.setBigUint64(at, part)
    rests[n] = sum - part
  }
  writeLeaf(nodes, first, 0)
  for (let n = 0; n < SUMS; n += 1) view.setBigUint64(SUMS_AT + 8 * n, rests[n] ?? 0n)
  writeLeaf(nodes, second, 1)
}

function writeLeaf(nodes: Buffer, place: number, part: number): void {
  preimage[PART_AT] = part
  const at = place * NODE_BYTES
  writeHash(nodes, at, preimage)
  preimage.copy(nodes, at + HASH_BYTES, SUMS_AT)
}

/** From nothing to all of it, each as likely. */
function cut(sum: bigint, drawn: bigint): bigint {
  if (sum < 0n) throw new RangeError('A member is owed less than nothing')
  return ((sum + 1n) * drawn) >> 64n
}

export function saltOf({ bytes, at }: From): Buffer {
  return bytes.subarray(at, at + SALT_BYTES)
}

/** Looks like any leaf of somebody who has nothing; the row is empty there. */
export function writePadding(nodes: Buffer, place: number, random: Buffer): void {
  const padding = Buffer.alloc(1 + random.length, 2)
  random.copy(padding, 1)
  writeHash(nodes, place * NODE_BYTES, padding)
}
