import { createSecretKey } from 'node:crypto'

import type { Db, Tx } from '@btbc/database/database.ts'
import { keyOfMember, MEMBER_ROW } from '@btbc/ledger/cut.ts'

import { type Block, buildBlock, linesAt, LOW_LEVELS, memberAt } from './block.ts'
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
  const { n: number, body } = row
  const members = Array.from({ length: body.length / MEMBER_ROW }, (_, n) => memberAt(body, n))
  const place = members.indexOf(memberId)
  if (place === -1) return undefined
  const block = buildBlock(createSecretKey(key), number, body)
  const high = await findHigh(tx, { attestation, depth, block: number })
  return { ...wayInBlock(block, body, place), block: number, high }
}

/** What is said of the leaves of one of the block's `rows`, and of the way from them to its node. */
export function wayInBlock(
  { leaves, saltOf, partsOf }: Block,
  rows: Buffer,
  place: number,
): Omit<Proof, 'block' | 'high'> {
  const parts = partsOf(place)
  return {
    member: memberAt(rows, place),
    salt: saltOf(place).toString('base64url'),
    lines: linesAt(rows, place).toString('hex'),
    parts: parts.map(({ slot, sums }) => ({ slot, sums: sums.join(' ') })),
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
