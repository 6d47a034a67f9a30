import { createSecretKey } from 'node:crypto'

import type { Db } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { findBackend } from '@btbc/database/stand-back.ts'
import { countMembers, fetchMemberSums, setMemberSumsAside } from '@btbc/ledger/cut.ts'
import { sql } from 'kysely'

import { buildBlock, countBlocks, keyAt, LOW_LEVELS, membersBefore } from './block.ts'
import { foldNodes, hashOf, sumsOf } from './node.ts'
import { openRests, thisMachine } from './rests.ts'

/** Grows the tree of a snapshot from its leaves up, and writes it down on the way. */

/** So few that PostgreSQL, too, is done with most requests within a millisecond: see `PIECE_MS`. */
const MEMBERS_AT_ONCE = 512
const ROWS_AT_ONCE = 16
const GROUP = 64

export type Reading = {
  /** The exported snapshot of the database that everything is read from. */
  snapshot: string
  through: bigint
  seed: bigint
}
/** Who `rests` leaves the machine to others most of the time, for as long as they have work for it. */
export type Growth = { attestation: number; key: Buffer; madeAt: Date; rests: boolean }
export type Grown = { depth: number; root: string; sums: bigint[] }

type Row = { level: number; n: number; firstKey: bigint | null; body: Buffer }

/** Reads all members for the tree, and answers how many there are. `reader` has one connection. */
export async function readMembers(reader: Db, reading: Reading): Promise<number> {
  const { snapshot, ...cut } = reading
  return await atOneMoment(reader, async (tx) => {
    await sql`set transaction snapshot ${sql.lit(snapshot)}`.execute(tx)
    await sql`set local work_mem = '64MB'`.execute(tx)
    await sql`set local enable_seqscan = on`.execute(tx)
    await sql`set local enable_hashjoin = on`.execute(tx)
    // All members are looked at, however few PostgreSQL thinks they are.
    await sql`set local enable_nestloop = off`.execute(tx)
    await setMemberSumsAside(tx, cut)
    return await countMembers(tx)
  })
}

/** Memory does not grow with the members: of each level no more than one group of nodes is open. */
export async function growTree(
  { reader, writer: db }: { reader: Db; writer: Db },
  members: number,
  { key, ...growth }: Growth,
): Promise<Grown> {
  const secret = createSecretKey(key)
  const blocks = countBlocks(members)
  const tree = openTree(blocks)
  const writer = openWriter(db, growth)
  const rest = growth.rests ? openRests(thisMachine(await backendsOf([reader, db]))) : undefined
  const grow = async (block: number, own: readonly Buffer[]) => {
    const rows = Buffer.concat(own)
    const top = foldNodes(buildBlock(secret, block, rows).leaves)
    await writer.add(blockRow(block, rows))
    for (const row of tree.add(top)) await writer.add(row)
    await rest?.()
  }
  let waiting: Buffer[] = []
  let block = 0
  const sizeOf = (n: number) =>
    membersBefore(n + 1, blocks, members) - membersBefore(n, blocks, members)
  for await (const some of fetchMemberSums(reader, MEMBERS_AT_ONCE)) {
    waiting = waiting.concat(some)
    let at = 0
    while (block < blocks && at + sizeOf(block) <= waiting.length) {
      const size = sizeOf(block)
      await grow(block, waiting.slice(at, at + size))
      at += size
      block += 1
    }
    waiting = waiting.slice(at)
  }
  for (; block < blocks; block += 1) await grow(block, [])
  await writer.end()
  const root = tree.root()
  const depth = LOW_LEVELS + Math.log2(blocks)
  return { depth, root: hashOf(root).toString('hex'), sums: sumsOf(root) }
}

/** The processes that work for us in PostgreSQL, as far as they are on this machine. */
async function backendsOf(databases: readonly Db[]): Promise<number[]> {
  const found = await Promise.all(databases.map(findBackend))
  return found.filter((pid) => pid !== undefined)
}

function blockRow(n: number, body: Buffer): Row {
  return { level: 0, n, firstKey: body.length > 0 ? keyAt(body, 0) : null, body }
}

/** The levels above the blocks: each full group of nodes is a row, and one node of the level above. */
function openTree(blocks: number) {
  const open: { nodes: Buffer[]; n: number }[] = []
  const addAt = (height: number, node: Buffer, rows: Row[]): void => {
    const level = (open[height] ??= { nodes: [], n: 0 })
    level.nodes.push(node)
    const size = Math.min(GROUP, blocks / GROUP ** height)
    if (level.nodes.length < size) return
    const body = Buffer.concat(level.nodes)
    rows.push({ level: LOW_LEVELS * (height + 1), n: level.n, firstKey: null, body })
    const top = foldNodes(body)
    open[height] = { nodes: [], n: level.n + 1 }
    if (size < GROUP || blocks === GROUP ** (height + 1)) open[height] = { nodes: [top], n: -1 }
    else addAt(height + 1, top, rows)
  }
  return {
    add(node: Buffer): Row[] {
      const rows: Row[] = []
      addAt(0, node, rows)
      return rows
    },
    root(): Buffer {
      const top = open.at(-1)
      const [root] = top?.nodes ?? []
      if (top?.n !== -1 || !root) throw new Error('The tree has not come to its root')
      return root
    },
  }
}

/** Nothing is made while rows are written: of the processors of a small machine this takes one. */
function openWriter(db: Db, { attestation, madeAt }: Omit<Growth, 'key'>) {
  let rows: Row[] = []
  const write = async () => {
    const values = rows.map(({ level, n, firstKey, body }) => ({
      attestation,
      level,
      n,
      first_key: firstKey,
      body,
      made_at: madeAt,
    }))
    rows = []
    if (values.length > 0) await db.insertInto('proof_group').values(values).execute()
  }
  return {
    async add(row: Row): Promise<void> {
      rows.push(row)
      if (rows.length === ROWS_AT_ONCE) await write()
    },
    end: write,
  }
}
