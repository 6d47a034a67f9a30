import { createSecretKey } from 'node:crypto'

import type { Db, Tx } from '@btbc/database/database.ts'
import { keyOfMember, MEMBER_ROW } from '@btbc/ledger/cut.ts'

import { type Block, buildBlock, LOW_LEVELS, type Member, readMember } from './block.ts'
import { NODE_BYTES, printNode, siblingsOf } from './node.ts'

/** A member's two leaves and the way from them to the root: few rows are read, however many members there are. */

export type Proof = {
  member: number
  salt: string
  lines: string
  block: number
  parts: { slot: number; sums: string }[]
  /** From each leaf to the node of the block, and from there to the root. */
  low: string[][]
  high: string[]
}

/** Trees are kept for a while, and none of them when the database has ended without warning. */
export async function hasTree(database: Db | Tx, attestation: number): Promise<boolean> {
  const row = await database
    .selectFrom('proof_group')
    .select('n')
    .where('attestation', '=', attestation)
    .where('level', '=', 0)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Undefined for whoever had no account at that moment. */
export async function findLeaf(
  tx: Tx,
  asked: { attestation: number; depth: number; memberId: number; seed: bigint; key: Buffer },
): Promise<Proof | undefined> {
  const { attestation, depth, memberId, seed, key } = asked
  const memberKey = await keyOfMember(tx, memberId, seed)
  const row = await tx
    .selectFrom('proof_group')
    .select(['n', 'body'])
    .where('attestation', '=', attestation)
    .where('level', '=', 0)
    .where('first_key', '<=', memberKey)
    .orderBy('first_key', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const members = cutUp(row.body, MEMBER_ROW).map(readMember)
  const place = members.findIndex(({ member }) => member === memberId)
  const own = members[place]
  if (!own) return undefined
  const block = buildBlock(createSecretKey(key), row.n, members)
  const high = await findHigh(tx, { attestation, depth, block: row.n })
  return { ...wayInBlock(block, place, own), block: row.n, high }
}

/** What is said of a member's leaves, and of the way from them to the node of their block. */
export function wayInBlock(
  { leaves, partsOf }: Block,
  place: number,
  { member, lines }: Member,
): Omit<Proof, 'block' | 'high'> {
  const parts = partsOf(place)
  return {
    member,
    salt: parts[0]?.leaf.salt.toString('base64url') ?? '',
    lines: lines.toString('hex'),
    parts: parts.map(({ leaf, slot }) => ({ slot, sums: leaf.sums.join(' ') })),
    low: parts.map(({ slot }) => siblingsOf(leaves, slot).map(printNode)),
  }
}

async function findHigh(
  tx: Tx,
  { attestation, depth, block }: { attestation: number; depth: number; block: number },
): Promise<string[]> {
  const siblings: string[] = []
  let place = block
  for (let level = LOW_LEVELS; level < depth; level += LOW_LEVELS) {
    const { body } = await tx
      .selectFrom('proof_group')
      .select('body')
      .where('attestation', '=', attestation)
      .where('level', '=', level)
      .where('n', '=', place >> LOW_LEVELS)
      .executeTakeFirstOrThrow()
    const nodes = body.length / NODE_BYTES
    siblings.push(...siblingsOf(body, place % nodes).map(printNode))
    place >>= LOW_LEVELS
  }
  return siblings
}

function cutUp(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: bytes.length / size }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )
}
