import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { type Account, accountId } from '#account.ts'
import type { EntryKind } from '#kinds.ts'
import { depthOf, linesOf } from '#statement.ts'

/** What happened on one account, newest first, each line with what the account held then. */

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
