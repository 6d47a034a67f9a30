/** What happened to a member's money, newest first. */

import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { type CurrencyId, findCurrency } from '@btbc/money/currency.ts'
import { type Account, accountId, HOUSE_IDS } from '#account.ts'
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

/** Whether lines of a list, or a line that is not listed yet, are asked for: $3 to $5. */
function isAsked(kind: string, side: string): string {
  return `($3::text[] is null or ${kind} = any ($3::text[])
    or (${side} > 0 and ${kind} = any ($4::text[])) or (${side} < 0 and ${kind} = any ($5::text[])))`
}

/** SQL for the first and the last id of the accounts that are read. */
type Range = { first: string; last: string }

/**
 * The lines of `account`, which are asked for, as far as the page is deep: the ends of the lists, and
 * what is not listed yet. `counted` says how many there are.
 */
function linesOf(
  depth: string,
  { first, last }: Range,
  isShown: (kind: string, side: string) => string,
): string {
  return `mark as materialized (select listed_through from ledger_chain_mark),
    list as materialized (
      select sum.account_id, sum.kind, sum.side, sum.lines
      from account join ledger_line_sum sum on sum.account_id = account.id
      where sum.side <> 0 and ${isShown('sum.kind', 'sum.side')}
    ), fresh as materialized (
      select account_id, entry_id, sum(available + held) as value
      from (
        select account.id as account_id, entry.kind, side.entry_id, side.available, side.held
        from mark cross join account
        cross join lateral ledger_sides_after(account.id, mark.listed_through) side
        join ledger_entry entry on entry.id = side.entry_id
        union all
        select line.* from ledger_gathered_lines(${first}, ${last}) line
        where line.account_id in (select id from account)
      ) side
      group by account_id, entry_id, kind
      having sum(available + held) <> 0 and ${isShown('kind', 'sum(available + held)')}
    ), counted as (
      select coalesce((select sum(lines) from list), 0) + (select count(*) from fresh) as total
    ), newest as (
      select account_id, entry_id, value from (
        select list.account_id, one.entry_id, one.available + one.held as value
        from list join ledger_line line on line.account_id = list.account_id
          and line.kind = list.kind and line.side = list.side
          and line.through > list.lines - ${depth}
        cross join unnest(line.entries, line.available, line.held)
          as one (entry_id, available, held)
        union all
        select account_id, entry_id, value from fresh
      ) each order by entry_id desc, account_id limit ${depth}
    )`
}

const OF_OWNER = {
  first: `$1::bigint * ${HOUSE_IDS}`,
  last: `$1::bigint * ${HOUSE_IDS} + ${HOUSE_IDS - 1}`,
}

const OF_MEMBER = prepare(
  'ledger_statement_of_member',
  `with account as materialized (
     select id, purpose, currency from ledger_account
     where owner = $1 and ($2::integer is null or currency = $2)
   ), ${linesOf('$6::bigint', OF_OWNER, isAsked)}, paged as (
     select * from newest order by entry_id desc, account_id offset $7
   )
   select counted.total, paged.entry_id, paged.value, account.purpose, account.currency,
     entry.kind, entry.at, entry.note
   from counted left join (
     paged join account on account.id = paged.account_id
     join ledger_entry entry on entry.id = paged.entry_id
   ) on true
   order by paged.entry_id desc, paged.account_id`,
)

/** One line per entry and account it changed; a hold, which changes no total, gives none. */
export async function statementOfMember(
  tx: Tx | Db,
  memberId: number,
  { kinds, incoming = [], outgoing = [], currency, limit, page }: StatementOptions,
): Promise<{ rows: StatementLine[]; total: number }> {
  const { depth, skipped } = depthOf({ limit, page })
  const asked = [memberId, currency ?? null, kinds ?? null, incoming, outgoing, depth, skipped]
  const rows = await runPrepared<StatementRow>(tx, OF_MEMBER, asked)
  const lines = rows.flatMap((row) => (row.entry_id === null ? [] : [readLine(row)]))
  return { rows: lines, total: Number(rows[0]?.total ?? 0) }
}

function depthOf({ limit, page }: { limit: number; page: number }) {
  if (limit < 1 || limit > LIMIT_MAX || page < 1) throw new RangeError('No such page')
  return { depth: limit * page, skipped: limit * (page - 1) }
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

const OF_ACCOUNT = prepare(
  'ledger_statement_of_account',
  `with account as materialized (select id, available, held from ledger_account where id = $1),
   ${linesOf('$2::bigint', { first: '$1', last: '$1' }, () => 'true')}, running as (
     select newest.entry_id, newest.value, account.available + account.held - coalesce(sum(newest.value)
       over (order by newest.entry_id desc rows between unbounded preceding and 1 preceding), 0)
       as balance
     from newest cross join account
   ), paged as (
     select * from running order by entry_id desc offset $3
   )
   select counted.total, paged.entry_id, paged.value, paged.balance, entry.kind, entry.at, entry.note
   from counted
   left join (paged join ledger_entry entry on entry.id = paged.entry_id) on true
   order by paged.entry_id desc`,
)

/**
 * The statement of one account with its running balance, newest first. Balance and lines are of one
 * moment. Only as many of the newest entries are read as the page is deep.
 */
export async function statementOfAccount(
  tx: Tx | Db,
  account: Account,
  { limit, page }: { limit: number; page: number },
): Promise<{ rows: AccountLine[]; total: number }> {
  const { depth, skipped } = depthOf({ limit, page })
  const rows = await runPrepared<AccountRow>(tx, OF_ACCOUNT, [accountId(account), depth, skipped])
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

const EXPLAIN = prepare(
  'ledger_explain',
  `with mark as materialized (select listed_through from ledger_chain_mark), part as (
     select kind, lines as entries, available, held from ledger_line_sum where account_id = $1
     union all
     select entry.kind, count(distinct side.entry_id), sum(side.available), sum(side.held)
     from mark cross join lateral ledger_sides_after($1, mark.listed_through) side
     join ledger_entry entry on entry.id = side.entry_id
     group by entry.kind
     union all
     select kind, count(*), sum(available), sum(held)
     from ledger_gathered_lines($1, $1) group by kind
   )
   select a.available as balance, a.held as locked,
     summed.kind, summed.entries, summed.available, summed.held
   from (select $1::bigint as id) asked
   left join ledger_account a on a.id = asked.id
   left join (
     select kind, sum(entries) as entries, sum(available) as available, sum(held) as held
     from part group by kind
   ) summed on true
   order by summed.kind`,
)

/**
 * Where a balance comes from: all that changed the account, added up by kind. The sums are exactly the
 * balance, which is read in the same moment and never from them.
 */
export async function explainAccount(
  tx: Tx | Db,
  account: Account,
): Promise<{ available: bigint; held: bigint; kinds: ExplainedKind[] }> {
  const rows = await runPrepared<ExplainedRow>(tx, EXPLAIN, [accountId(account)])
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
