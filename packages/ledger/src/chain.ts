/** Seals the entries: each hash covers the entry and the hash before it. */

import { createHash } from 'node:crypto'
import { bigints } from '@btbc/database/binary-array.ts'
import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'

const HASH_BYTES = 32
/** What the first entry's hash covers in place of a hash before it. */
export const CHAIN_START = Buffer.alloc(HASH_BYTES)

const PAGE = 1_000
const ENTRIES_MAX = 20_000

/** The entry with its moves or net lines as one text, the same for ever; `e` is the entry's row. */
export const entryContent = sql<string>`json_build_array(
  e.id, e.key, e.kind, (extract(epoch from e.at) * 1000000)::bigint, e.member_id, e.note::text,
  (select json_agg(json_build_array(m.n, m.from_account, m.from_part, m.to_account, m.to_part,
    m.currency, m.amount) order by m.n) from ledger_move m where m.entry_id = e.id))::text
  || coalesce((select concat(n.accounts, n.available, n.held)
    from ledger_net n where n.entry_id = e.id), '')`

function chainHash(before: Buffer, content: string): Buffer {
  return createHash('sha256').update(before).update(content).digest()
}

/**
 * Adds the entries of all ended transactions to the chain; answers how many. Entries of a
 * transaction that is still open wait, with all younger ones, so the order never changes later.
 */
export async function chainEntries(db: Db): Promise<number> {
  if (!(await isAnyNew(db))) return 0
  await db.transaction().execute(markEnd)
  return db.transaction().execute(chainToMark)
}

/**
 * Entries behind a mark are read from there on in this transaction, by their numbers. PostgreSQL takes
 * whatever lies between two marks for a few rows, and would fetch and sort all that wait for each stretch.
 */
export async function readInOrder(tx: Tx): Promise<void> {
  await sql`set local enable_bitmapscan = off`.execute(tx)
}

export type ChainHead = { position: bigint; entryId: bigint; hash: string }

/** The last link: whoever kept it can tell whether anything before it was changed. */
export async function chainHead(tx: Tx | Db): Promise<ChainHead | undefined> {
  const row = await readHead(tx)
  return row && { position: row.position, entryId: row.entry_id, hash: row.hash.toString('hex') }
}

/** The hashes of the links of these positions, where there is one. */
export async function linkHashes(
  db: Db,
  positions: readonly bigint[],
): Promise<Map<bigint, string>> {
  const links = await db
    .selectFrom('ledger_chain')
    .select(['position', 'hash'])
    .where((row) => row('position', '=', row.fn.any(row.val(positions))))
    .execute()
  return new Map(links.map(({ position, hash }) => [position, hash.toString('hex')]))
}

/** Whether there are entries behind the mark, or before it that are not chained. */
async function isAnyNew(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from ledger_chain_mark, ledger_entry_id_seq
    where chained_through < settling_through or (is_called and settling_through < last_value)`.execute(
    db,
  )
  return rows.length > 0
}

/** Marks how far the books go now. */
async function markEnd(tx: Tx): Promise<void> {
  const { rows } = await sql<{ end: bigint }>`
    select case when is_called then last_value else 0 end as end from ledger_entry_id_seq`.execute(
    tx,
  )
  // This transaction gets its number only now: whoever drew an entry's number before has a lower one.
  await sql`
    update ledger_chain_mark
    set settling_through = ${rows[0]?.end}, settling_transaction = pg_current_xact_id()
    where chained_through = settling_through and settling_through < ${rows[0]?.end}`.execute(tx)
}

async function chainToMark(tx: Tx): Promise<number> {
  const { rows } = await sql<{ chained_through: bigint; settling_through: bigint }>`
    select chained_through, settling_through from ledger_chain_mark
    where chained_through < settling_through
      and (settling_transaction <= pg_snapshot_xmin(pg_current_snapshot())
        -- A number from the future comes from another server: these books were restored from a dump.
        or settling_transaction > pg_current_xact_id())
    for update skip locked`.execute(tx)
  const mark = rows[0]
  if (!mark) return 0
  await readInOrder(tx)
  const last = await readHead(tx)
  let head = { position: last?.position ?? 0n, hash: last?.hash ?? CHAIN_START }
  let through = mark.chained_through
  let chained = 0
  while (through < mark.settling_through && chained < ENTRIES_MAX) {
    const entries = await readEntries(tx, through, mark.settling_through)
    head = await addLinks(tx, head, entries)
    chained += entries.length
    through = entries.length < PAGE ? mark.settling_through : (entries.at(-1)?.id ?? through)
  }
  await tx.updateTable('ledger_chain_mark').set({ chained_through: through }).execute()
  return chained
}

type SealedEntry = { id: bigint; content: string }
type Head = { position: bigint; hash: Buffer }

async function readEntries(tx: Tx, after: bigint, through: bigint): Promise<SealedEntry[]> {
  const { rows } = await sql<SealedEntry>`
    select e.id, ${entryContent} as content from ledger_entry e
    where e.id > ${after} and e.id <= ${through} order by e.id limit ${PAGE}`.execute(tx)
  return rows
}

async function addLinks(tx: Tx, head: Head, entries: readonly SealedEntry[]): Promise<Head> {
  let { hash } = head
  const hashes = entries.map(({ content }) => (hash = chainHash(hash, content)))
  // As columns: a row of its own for each takes longer to write down than to hash.
  await sql`
    insert into ledger_chain (position, entry_id, hash)
    select ${head.position}::bigint + e.n, e.id,
      substring(${Buffer.concat(hashes)}::bytea from ${sql.lit(HASH_BYTES)} * (e.n - 1)::integer + 1
        for ${sql.lit(HASH_BYTES)})
    from unnest(${bigints(entries.map(({ id }) => id))}::bigint[]) with ordinality as e (id, n)`.execute(
    tx,
  )
  return { position: head.position + BigInt(entries.length), hash }
}

async function readHead(
  tx: Tx | Db,
): Promise<{ position: bigint; entry_id: bigint; hash: Buffer } | undefined> {
  return tx
    .selectFrom('ledger_chain')
    .select(['position', 'entry_id', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
}
