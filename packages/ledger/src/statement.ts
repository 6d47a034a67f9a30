/** What happened to a member's money, newest first. */

import type { Db, Tx } from '@btbc/database/database.ts'
import { type CurrencyId, findCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { type Account, accountId } from '#account.ts'
import type { EntryKind } from '#kinds.ts'

export type StatementLine = {
  entryId: bigint
  kind: EntryKind
  at: Date
  currency: CurrencyId
  /** Which of the member's accounts: a wallet, `unclaimed`, `launches` or `points`. */
  purpose: string
  /** What the entry added to this account (available and held together) or took from it. */
  value: bigint
  note: Record<string, string | number>
}

export type StatementOptions = {
  kinds?: readonly EntryKind[]
  /** Of these kinds besides, what came in and what went out. */
  incoming?: readonly EntryKind[]
  outgoing?: readonly EntryKind[]
  currency?: CurrencyId
  limit: number
  /** The first page is 1. */
  page: number
}

const LIMIT_MAX = 500

/** One line per entry and account it changed; a hold, which changes no total, gives none. */
export async function statementOfMember(
  tx: Tx | Db,
  memberId: number,
  { kinds, incoming = [], outgoing = [], currency, limit, page }: StatementOptions,
): Promise<{ rows: StatementLine[]; total: number }> {
  if (limit < 1 || limit > LIMIT_MAX || page < 1) throw new RangeError('No such page')
  const { rows } = await sql<StatementRow>`
    with line as (
      select side.entry_id, account.id, account.purpose, account.currency,
        sum(side.available + side.held) as value
      from ledger_account account cross join ledger_sides_of(account.id) side
      where account.owner = ${memberId}
        and (${currency ?? null}::integer is null or account.currency = ${currency ?? null}::integer)
      group by side.entry_id, account.id
      having sum(side.available + side.held) <> 0
    ), shown as (
      select line.entry_id, line.id, line.purpose, line.currency, line.value,
        entry.kind, entry.at, entry.note
      from line join ledger_entry entry on entry.id = line.entry_id
      where ${kinds ?? null}::text[] is null or entry.kind = any (${kinds ?? null}::text[])
        or (line.value > 0 and entry.kind = any (${incoming}::text[]))
        or (line.value < 0 and entry.kind = any (${outgoing}::text[]))
    )
    select counted.total, paged.*
    from (select count(*) as total from shown) counted
    left join (
      select * from shown order by entry_id desc, id limit ${limit} offset ${(page - 1) * limit}
    ) paged on true
    order by paged.entry_id desc, paged.id`.execute(tx)
  const lines = rows.flatMap((row) => (row.entry_id === null ? [] : [readLine(row)]))
  return { rows: lines, total: Number(rows[0]?.total ?? 0) }
}

type Line = {
  entry_id: bigint
  kind: EntryKind
  at: Date
  currency: number
  purpose: string
  value: bigint
  note: Record<string, string | number> | null
}
type StatementRow = { total: bigint } & (Line | { entry_id: null })

function readLine(line: Line): StatementLine {
  const currency = findCurrency(line.currency)
  if (!currency) throw new RangeError(`The books hold an unknown currency ${line.currency}`)
  return {
    entryId: line.entry_id,
    kind: line.kind,
    at: line.at,
    currency: currency.id,
    purpose: line.purpose,
    value: line.value,
    note: line.note ?? {},
  }
}

export type AccountLine = {
  entryId: bigint
  kind: EntryKind
  at: Date
  /** What the entry added to the account (available and held together) or took from it. */
  value: bigint
  /** What the account held in total once the entry was posted. */
  balance: bigint
  note: Record<string, string | number>
}

/**
 * The statement of one account with its running balance, newest first. Balance and lines are of one
 * moment. Only as many of the newest entries are read as the page is deep.
 */
export async function statementOfAccount(
  tx: Tx | Db,
  account: Account,
  { limit, page }: { limit: number; page: number },
): Promise<{ rows: AccountLine[]; total: number }> {
  if (limit < 1 || limit > LIMIT_MAX || page < 1) throw new RangeError('No such page')
  const { rows } = await sql<AccountRow>`
    with line as (
      select entry_id, sum(available + held) as value
      from ledger_sides_of(${accountId(account)})
      group by entry_id having sum(available + held) <> 0
    ), newest as (
      select entry_id, value from line order by entry_id desc limit ${limit * page}
    ), running as (
      select newest.entry_id, newest.value,
        a.available + a.held - coalesce(sum(newest.value) over (
          order by newest.entry_id desc rows between unbounded preceding and 1 preceding
        ), 0) as balance
      from newest cross join ledger_account a where a.id = ${accountId(account)}
    ), paged as (
      select * from running order by entry_id desc offset ${(page - 1) * limit}
    )
    select counted.total, paged.entry_id, paged.value, paged.balance,
      entry.kind, entry.at, entry.note
    from (select count(*) as total from line) counted
    left join (paged join ledger_entry entry on entry.id = paged.entry_id) on true
    order by paged.entry_id desc`.execute(tx)
  const lines = rows.flatMap((row) => (row.entry_id === null ? [] : [readAccountLine(row)]))
  return { rows: lines, total: Number(rows[0]?.total ?? 0) }
}

type AccountRow = { total: bigint } & (
  | {
      entry_id: bigint
      kind: EntryKind
      at: Date
      value: bigint
      balance: bigint
      note: Record<string, string | number> | null
    }
  | { entry_id: null }
)

function readAccountLine(row: Extract<AccountRow, { entry_id: bigint }>): AccountLine {
  const { entry_id: entryId, kind, at, value, balance, note } = row
  return { entryId, kind, at, value, balance, note: note ?? {} }
}

/** What entries of one kind did to an account, all of them together. */
export type ExplainedKind = { kind: EntryKind; entries: number; available: bigint; held: bigint }

/**
 * Where a balance comes from: all that changed the account, added up by kind. The sums are exactly the
 * balance, which is read in the same moment and never from them.
 */
export async function explainAccount(
  tx: Tx | Db,
  account: Account,
): Promise<{ available: bigint; held: bigint; kinds: ExplainedKind[] }> {
  const { rows } = await sql<ExplainedRow>`
    select a.available as balance, a.held as locked,
      summed.kind, summed.entries, summed.available, summed.held
    from (select ${accountId(account)}::bigint as id) asked
    left join ledger_account a on a.id = asked.id
    left join (
      select entry.kind, count(distinct side.entry_id) as entries,
        sum(side.available) as available, sum(side.held) as held
      from ledger_sides_of(${accountId(account)}) side
      join ledger_entry entry on entry.id = side.entry_id
      group by entry.kind
    ) summed on true
    order by summed.kind`.execute(tx)
  return {
    available: rows[0]?.balance ?? 0n,
    held: rows[0]?.locked ?? 0n,
    kinds: rows.flatMap(({ kind, entries, available, held }) =>
      kind === null
        ? []
        : [{ kind, entries: Number(entries), available: available ?? 0n, held: held ?? 0n }],
    ),
  }
}

type ExplainedRow = {
  balance: bigint | null
  locked: bigint | null
  kind: EntryKind | null
  entries: bigint
  available: bigint | null
  held: bigint | null
}
