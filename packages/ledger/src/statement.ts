/** What happened to a member's money, newest first. */

import { askTogether } from '@btbc/database/ask-together.ts'
import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { type CurrencyId, findCurrency } from '@btbc/money/currency.ts'
import { HOUSE_IDS } from '#account.ts'
import type { EntryKind } from '#kinds.ts'

export type StatementLine = {
  entryId: bigint
  accountId: bigint
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

/** Whether lines of a list, or a line that is not listed yet, are asked for. */
function isAsked(kind: string, side: string): string {
  return `(asked.kinds is null or ${kind} = any (asked.kinds)
    or (${side} > 0 and ${kind} = any (asked.incoming))
    or (${side} < 0 and ${kind} = any (asked.outgoing)))`
}

/** SQL for the first and the last id of the accounts that are read. */
type Range = { first: string; last: string }

/** SQL for a line: what is older is read. */
type Place = { entry: string; account: string }

/**
 * The lines of `account`, which are asked for, as far as the page is deep: the ends of the lists, or
 * what they have before a place, and what is not listed yet. `counted` says how many there are.
 */
export function linesOf(
  depth: string,
  { first, last }: Range,
  isShown: (kind: string, side: string) => string,
  before?: Place,
): string {
  const until = before
    ? `ledger_lines_until(sum.account_id, sum.kind, sum.side, sum.lines, ${before.entry})`
    : `(select sum.lines, sum.lines as through)`
  // A list of one account has one line of an entry, which may be left out.
  const reach = before ? `${depth} + 1` : depth
  const isBefore = before
    ? `(entry_id, -account_id) < (${before.entry}, -${before.account})`
    : 'true'
  return `mark as materialized (select listed_through from ledger_chain_mark),
    list as materialized (
      select sum.account_id, sum.kind, sum.side, known.lines, known.through
      from account join ledger_line_sum sum on sum.account_id = account.id
      cross join lateral ${until} known
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
          and line.through > list.lines - (${reach}) and line.through <= list.through
        -- Of a row of hundreds no more is taken apart than may be shown.
        cross join lateral (
          select greatest(
            1 + cardinality(line.entries) - (line.through - list.lines + ${reach}), 1
          )::integer as at
        ) start
        cross join unnest(
          line.entries[start.at:], line.available[start.at:], line.held[start.at:]
        ) as one (entry_id, available, held)
        union all
        select account_id, entry_id, value from fresh
      ) each where ${isBefore} order by entry_id desc, account_id limit ${depth}
    )`
}

const OF_OWNER = {
  first: `asked.member_id::bigint * ${HOUSE_IDS}`,
  last: `asked.member_id::bigint * ${HOUSE_IDS} + ${HOUSE_IDS - 1}`,
}

const OF_MEMBERS = prepare(
  'ledger_statement_of_members',
  `with asked as materialized (
     select place, member_id, currency, string_to_array(kinds, ' ') as kinds,
       string_to_array(incoming, ' ') as incoming, string_to_array(outgoing, ' ') as outgoing,
       depth, skipped
     from unnest($1::integer[], $2::integer[], $3::text[], $4::text[], $5::text[], $6::bigint[],
       $7::bigint[]) with ordinality
       as one (member_id, currency, kinds, incoming, outgoing, depth, skipped, place)
   )
   select asked.place, page.* from asked cross join lateral (
     with account as materialized (
       select id, purpose, currency from ledger_account
       where owner = asked.member_id and (asked.currency is null or currency = asked.currency)
     ), ${linesOf('asked.depth', OF_OWNER, isAsked)}, paged as (
       select * from newest order by entry_id desc, account_id offset asked.skipped
     )
     select counted.total, paged.entry_id, paged.account_id, paged.value, account.purpose,
       account.currency, entry.kind, entry.at, entry.note
     from counted left join (
       paged join account on account.id = paged.account_id
       join ledger_entry entry on entry.id = paged.entry_id
     ) on true
   ) page
   order by asked.place, page.entry_id desc, page.account_id`,
)

type Asked = {
  memberId: number
  currency: CurrencyId | null
  kinds: string | null
  incoming: string
  outgoing: string
  depth: number
  skipped: number
}
type Statement = { rows: StatementLine[]; total: number }

async function readStatements(
  database: Tx | Db,
  asked: readonly Asked[],
): Promise<readonly Statement[]> {
  const statements = asked.map((): Statement => ({ rows: [], total: 0 }))
  const rows = await runPrepared<StatementRow>(database, OF_MEMBERS, [
    asked.map(({ memberId }) => memberId),
    asked.map(({ currency }) => currency),
    asked.map(({ kinds }) => kinds),
    asked.map(({ incoming }) => incoming),
    asked.map(({ outgoing }) => outgoing),
    asked.map(({ depth }) => depth),
    asked.map(({ skipped }) => skipped),
  ])
  for (const row of rows) {
    const statement = statements[Number(row.place) - 1]
    if (!statement) continue
    statement.total = Number(row.total)
    if (row.entry_id !== null) statement.rows.push(readLine(row))
  }
  return statements
}

const readTogether = askTogether(readStatements)

/** Nobody waits for a page that is deeper: it is read alone. */
const DEPTH_TOGETHER = 500

/** One line per entry and account it changed; a hold, which changes no total, gives none. */
export async function statementOfMember(
  tx: Tx | Db,
  memberId: number,
  { kinds, incoming = [], outgoing = [], currency, limit, page }: StatementOptions,
): Promise<Statement> {
  const { depth, skipped } = depthOf({ limit, page })
  const asked = {
    memberId,
    currency: currency ?? null,
    kinds: kinds?.join(' ') ?? null,
    incoming: incoming.join(' '),
    outgoing: outgoing.join(' '),
    depth,
    skipped,
  }
  if (depth <= DEPTH_TOGETHER) return await readTogether(tx, asked)
  const [statement] = await readStatements(tx, [asked])
  return statement ?? { rows: [], total: 0 }
}

export function depthOf({ limit, page }: { limit: number; page: number }) {
  if (limit < 1 || limit > LIMIT_MAX || page < 1) throw new RangeError('No such page')
  return { depth: limit * page, skipped: limit * (page - 1) }
}

type Line = {
  entry_id: bigint
  account_id: bigint
  kind: EntryKind
  at: Date
  currency: number
  purpose: string
  value: bigint
  note: Record<string, string | number> | null
}
type StatementRow = { place: bigint; total: bigint } & (Line | { entry_id: null })

function readLine(line: Line): StatementLine {
  const currency = findCurrency(line.currency)
  if (!currency) throw new RangeError(`The books hold an unknown currency ${line.currency}`)
  return {
    entryId: line.entry_id,
    accountId: line.account_id,
    kind: line.kind,
    at: line.at,
    currency: currency.id,
    purpose: line.purpose,
    value: line.value,
    note: line.note ?? {},
  }
}

const OF_MEMBER = {
  first: `$1::bigint * ${HOUSE_IDS}`,
  last: `$1::bigint * ${HOUSE_IDS} + ${HOUSE_IDS - 1}`,
}
const PLACE = { entry: '$2::bigint', account: '$3::bigint' }

const BEFORE = prepare(
  'ledger_lines_before',
  `with account as materialized (
     select id, purpose, currency from ledger_account where owner = $1
   ), ${linesOf('$4::bigint', OF_MEMBER, () => 'true', PLACE)}
   select newest.entry_id, newest.account_id, newest.value, account.purpose, account.currency,
     entry.kind, entry.at, entry.note
   from newest join account on account.id = newest.account_id
   join ledger_entry entry on entry.id = newest.entry_id
   order by newest.entry_id desc, newest.account_id`,
)

/**
 * A member's lines before one of them, newest first: what is posted meanwhile moves none out of sight,
 * and a page costs the same however many are above it.
 */
export async function linesBefore(
  tx: Tx | Db,
  memberId: number,
  { before, limit }: { before: Pick<StatementLine, 'entryId' | 'accountId'>; limit: number },
): Promise<StatementLine[]> {
  const asked = [memberId, before.entryId, before.accountId, limit]
  return (await runPrepared<Line>(tx, BEFORE, asked)).map(readLine)
}
