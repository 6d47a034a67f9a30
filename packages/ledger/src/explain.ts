/** Where a balance comes from. */

import { type Db, prepare, runPrepared, type Tx } from '@btbc/database/database.ts'
import { type Account, accountId } from '#account.ts'
import type { EntryKind } from '#kinds.ts'

/** What entries of one kind did to an account, all of them together. */
type ExplainedKind = { kind: EntryKind; entries: number; available: bigint; held: bigint }

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
