/** What happened to a member's money, newest first. */

import type { Db, Tx } from '@btbc/database/database.ts'
import { type CurrencyId, findCurrency } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import type { EntryKind } from '#kinds.ts'
import { HOUSE_IDS } from '#account.ts'

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
  { kinds, currency, limit, page }: StatementOptions,
): Promise<{ rows: StatementLine[]; total: number }> {
  if (limit < 1 || limit > LIMIT_MAX || page < 1) throw new RangeError('No such page')
  // The indexes leave out the house's accounts, which the conditions on ids repeat.
  const { rows } = await sql<StatementRow>`
    with line as (
      select side.entry_id, account.id, account.purpose, account.currency, sum(side.value) as value
      from ledger_account account
      cross join lateral (
        select entry_id, -amount as value from ledger_move
        where from_account = account.id and from_account >= ${sql.lit(HOUSE_IDS)}
        union all
        select entry_id, amount from ledger_move
        where to_account = account.id and to_account >= ${sql.lit(HOUSE_IDS)}
      ) side
      where account.owner = ${memberId}
        and (${currency ?? null}::integer is null or account.currency = ${currency ?? null}::integer)
      group by side.entry_id, account.id
      having sum(side.value) <> 0
    ), shown as (
      select line.entry_id, line.id, line.purpose, line.currency, line.value,
        entry.kind, entry.at, entry.note
      from line join ledger_entry entry on entry.id = line.entry_id
      where ${kinds ?? null}::text[] is null or entry.kind = any (${kinds ?? null}::text[])
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
