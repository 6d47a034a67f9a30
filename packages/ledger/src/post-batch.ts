/** Posts many entries, and what a caller writes with them, in one statement. */

import { type Tx, runPrepared } from '@btbc/database/database.ts'
import { type Account, accountId } from '#account.ts'
import { type Fragment, withFragments } from '#fragment.ts'
import { type Entry, checkEntry, post } from '#post.ts'
import { touch } from '#touched.ts'
import { arrayOf, arrayOfTexts, columnsOf } from '#wire.ts'

const ENTRIES_MAX = 10_000

/**
 * Posts the entries; a fragment may read `entry (id, key)`, what was posted. `posted` says for each
 * whether it was, or had been before.
 * Unlike `post` it cannot say who is short: the database then refuses the statement and with it the
 * transaction, so the caller looks at the balances first.
 */
export async function postBatch(
  tx: Tx,
  entries: readonly Entry[],
  fragments: readonly Fragment[] = [],
): Promise<{ posted: boolean[] }> {
  if (entries.length > ENTRIES_MAX) throw new RangeError(`A batch of ${entries.length} entries`)
  entries.forEach(checkEntry)
  if (new Set(entries.map(({ key }) => key)).size < entries.length) {
    throw new RangeError('Two entries of a batch have the same key')
  }
  const values = [...encodeEntries(entries), ...fragments.flatMap((fragment) => fragment.values)]
  const [row] = await runPrepared<{ posted_keys: string[] | null }>(
    tx,
    withFragments(STATEMENT, fragments),
    values,
  )
  for (const { moves } of entries) touch(tx, moves)
  if (!row?.posted_keys) return { posted: entries.map(() => true) }

  const posted = new Set(row.posted_keys)
  for (const entry of entries) {
    if (!posted.has(entry.key)) await checkKnown(tx, entry)
  }
  return { posted: entries.map(({ key }) => posted.has(key)) }
}

/**
 * The numbers of the entries are drawn first, into an array that both inserts index by position:
 * joining entries and moves by key would leave it to a guess of the planner whether that takes time
 * by the square. The transaction gets its own number before them, as chain.ts relies on.
 */
const BATCH = `
  with started as materialized (select pg_current_xact_id() as transaction_id),
  numbers as materialized (
    select array_agg(nextval('ledger_entry_id_seq')) as id
    from started, generate_series(1, $19::integer) where started.transaction_id is not null
  ),
  opened as (
    insert into ledger_account (id, owner, purpose, currency, floor)
    select id, owner, purpose, currency, floor
    from unnest($1::bigint[], $2::integer[], $3::text[], $4::integer[], $5::bigint[])
      as a (id, owner, purpose, currency, floor)
    where (select count(*) from ledger_account k where k.id = any ($1)) < cardinality($1)
    on conflict do nothing
  ),
  entry as (
    insert into ledger_entry (id, key, kind, at, member_id, note)
    select numbers.id[e.n], e.key, e.kind, e.at, e.member_id, e.note
    from numbers
    cross join unnest($6::text[], $7::text[], $8::timestamptz[], $9::integer[], $10::jsonb[])
      with ordinality as e (key, kind, at, member_id, note, n)
    on conflict (key) do nothing
    returning id, key
  ),
  move as (
    insert into ledger_move
      (entry_id, n, from_account, from_part, to_account, to_part, currency, amount)
    select numbers.id[m.entry], m.n, m.from_account, m.from_part, m.to_account, m.to_part,
      m.currency, m.amount
    from numbers
    cross join unnest($11::integer[], $12::smallint[], $13::bigint[], $14::ledger_part[],
      $15::bigint[], $16::ledger_part[], $17::integer[], $18::bigint[])
      as m (entry, n, from_account, from_part, to_account, to_part, currency, amount)
    -- "is true" keeps this a look-up in a hash of the posted entries instead of a join.
    where (numbers.id[m.entry] in (select id from entry)) is true
  )`
const PARAMETERS = 19

const RESULT = `
  select case when count(*) < $19 then coalesce(array_agg(key), '{}') end as posted_keys from entry`

const STATEMENT = { name: 'ledger_batch', start: BATCH, parameters: PARAMETERS, end: RESULT }

function encodeEntries(entries: readonly Entry[]): unknown[] {
  const accounts = accountsOf(entries)
  const moves = entries.flatMap((entry, index) =>
    entry.moves.map((move, n) => ({ ...move, entry: index + 1, n: n + 1 })),
  )
  return [
    ...columnsOf(accounts),
    arrayOfTexts(entries.map(({ key }) => key)),
    arrayOf(entries.map(({ kind }) => kind)),
    arrayOf(entries.map(({ at }) => at.toISOString())),
    arrayOf(entries.map(({ memberId }) => memberId ?? 'null')),
    arrayOfTexts(entries.map(({ note }) => (note ? JSON.stringify(note) : null))),
    arrayOf(moves.map(({ entry }) => entry)),
    arrayOf(moves.map(({ n }) => n)),
    arrayOf(moves.map(({ from }) => accountId(from))),
    arrayOf(moves.map(({ fromPart }) => fromPart ?? 'available')),
    arrayOf(moves.map(({ to }) => accountId(to))),
    arrayOf(moves.map(({ toPart }) => toPart ?? 'available')),
    arrayOf(moves.map(({ from }) => from.currency)),
    arrayOf(moves.map(({ amount }) => amount)),
    entries.length,
  ]
}

/** Every account these entries touch, in the order of ids. */
function accountsOf(entries: readonly Entry[]): Account[] {
  const accounts = new Map<number, Account>()
  for (const { moves } of entries) {
    for (const { from, to } of moves) {
      accounts.set(accountId(from), from)
      accounts.set(accountId(to), to)
    }
  }
  return [...accounts].toSorted(([a], [b]) => a - b).map(([, account]) => account)
}

/** An entry whose key was there must be the one that is there. */
async function checkKnown(tx: Tx, entry: Entry): Promise<void> {
  const { posted } = await post(tx, entry)
  if (posted) throw new Error(`${entry.key} was neither posted nor known`)
}
