/** Seals each member's statement: a hash of the hash before it and the next line, in the order of entries. */

import { createHash } from 'node:crypto'
import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { type RawBuilder, sql } from 'kysely'
import { accountOf, HOUSE_IDS } from '#account.ts'
import { type Finding, readAll } from '#audit.ts'
import { readInOrder } from '#chain.ts'
import { sidesOf } from '#cut.ts'

const ENTRIES = 500
const FINDINGS_MAX = 20
const DIGEST_START = Buffer.alloc(32)

type DigestLine = {
  entry: bigint
  /** In milliseconds since 1970. */
  at: bigint
  kind: string
  purpose: string
  currency: number
  value: bigint
}

function digestLine(before: Buffer, line: DigestLine): Buffer {
  const { entry, at, kind, purpose, currency, value } = line
  const text = `${entry} ${at} ${kind} ${purpose} ${currency} ${value}\n`
  return createHash('sha256').update(before).update(text).digest()
}

/** Digests what the chain has sealed since, a stretch at a time; answers how many entries. */
export async function digestLines(db: Db): Promise<number> {
  let digested = 0
  for (;;) {
    const entries = await db.transaction().execute(digestStretch)
    digested += entries
    if (entries < ENTRIES) return digested
  }
}

type LineRow = { entry: bigint; at: bigint; kind: string; account: bigint; value: bigint }

async function digestStretch(tx: Tx): Promise<number> {
  await readInOrder(tx)
  const { rows: marks } = await sql<{ through: bigint; last: bigint | null; entries: bigint }>`
    with mark as materialized (select through from ledger_digest_mark for update)
    select mark.through, max(entry.id) as last, count(entry.id) as entries
    from mark left join lateral (
      select id from ledger_entry
      where id > mark.through and id <= (select chained_through from ledger_chain_mark)
      order by id limit ${ENTRIES}
    ) entry on true group by mark.through`.execute(tx)
  const { through = 0n, last = null, entries = 0n } = marks[0] ?? {}
  if (last === null) return 0
  await keepDigests(tx, await readLines(tx, through, last))
  await tx.updateTable('ledger_digest_mark').set({ through: last }).execute()
  return Number(entries)
}

/** What entries after the one and up to the other changed of members in total, in their order. */
async function readLines(tx: Tx, after: bigint, through: bigint): Promise<LineRow[]> {
  await sql`set local enable_hashjoin = on`.execute(tx)
  // As a statement read from its end: it lists the accounts of an entry in the order of their ids.
  const { rows } = await sql<LineRow>`
    ${linesWithin(after, sql`${through}`)} order by entry.id, side.account desc`.execute(tx)
  return rows
}

function linesWithin(after: bigint, through: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select entry.id as entry, (extract(epoch from entry.at) * 1000)::bigint as at, entry.kind,
      side.account, sum(side.value)::bigint as value
    from ledger_entry entry cross join lateral (
      ${sidesOf('entry.id')}
    ) side
    where entry.id > ${after} and entry.id <= ${through} and side.account >= ${sql.lit(HOUSE_IDS)}
    group by entry.id, side.account having sum(side.value) <> 0`
}

function digestRows(digests: Map<number, Buffer>, rows: readonly LineRow[]): void {
  for (const row of rows) {
    const member = ownerOf(row)
    const { purpose, currency } = accountOf(Number(row.account))
    const before = digests.get(member) ?? DIGEST_START
    digests.set(member, digestLine(before, { ...row, purpose, currency }))
  }
}

function ownerOf({ account }: LineRow): number {
  return Math.floor(Number(account) / HOUSE_IDS)
}

async function keepDigests(tx: Tx, rows: readonly LineRow[]): Promise<void> {
  const members = [...new Set(rows.map(ownerOf))].toSorted((a, b) => a - b)
  if (members.length === 0) return
  const digests = await readDigests(tx, members)
  digestRows(digests, rows)
  const hashes = members.map((id) => digests.get(id) ?? DIGEST_START)
  await sql`
    insert into ledger_digest (member_id, hash)
    select * from unnest(${members}::integer[], ${hashes}::bytea[])
    on conflict (member_id) do update set hash = excluded.hash`.execute(tx)
}

async function readDigests(tx: Tx, members: readonly number[]): Promise<Map<number, Buffer>> {
  const { rows } = await sql<{ member_id: number; hash: Buffer }>`
    select member_id, hash from ledger_digest
    where member_id = any (${members}::integer[])`.execute(tx)
  return new Map(rows.map(({ member_id, hash }) => [member_id, hash]))
}

/** Digests all lines up to the mark once more, from the entries: who has another digest is named. */
export async function auditDigests(db: Db): Promise<Finding[]> {
  return await atOneMoment(db, async (tx) => {
    await readAll(tx)
    const { rows } = await sql<{ member_id: number }>`
      select coalesce(known.member_id, said.member_id) as member_id
      from ledger_digest known full join (
        select (line.account / ${sql.lit(HOUSE_IDS)})::integer as member_id, ledger_digest_of(
          format(E'%s %s %s %s %s %s\n', line.entry, line.at, line.kind, account.purpose,
            account.currency, line.value)
          order by line.entry, line.account desc) as hash
        from (${linesWithin(0n, sql`(select through from ledger_digest_mark)`)}) line
        join ledger_account account on account.id = line.account
        group by 1
      ) said using (member_id)
      where known.hash is distinct from said.hash limit ${FINDINGS_MAX}`.execute(tx)
    return rows.map(({ member_id }) => ({
      rule: 'I23 the lines of a member are those that their leaf seals',
      detail: `member ${member_id} has another digest than their lines`,
    }))
  })
}
