/**
 * Entries over many accounts at once. What a batch of the exchange does is known net: how much each
 * account has more or less after it. Said in columns, line by line, that costs neither us nor the
 * database an object or a row for each; the database adds up the lines and refuses any that do not
 * come to zero in their currency.
 */

import { bigints } from '@btbc/database/binary-array.ts'
import type { Statement } from '@btbc/database/database.ts'
import { accountOf, HOUSE_IDS } from '#account.ts'
import { type Fragment, withFragments } from '#fragment.ts'
import type { EntryKind } from '#kinds.ts'
import { arrayOf, arrayOfTexts, columnsOf } from '#wire.ts'

/** Line by line; the accounts in the order of their ids, each once. */
export type Net = { accounts: number[]; available: bigint[]; held: bigint[] }

/** Unlike another entry it can be posted only once: a second one under its key is refused. */
export type NetEntry = { key: string; kind: EntryKind; at: Date; net: Net }

/** House rule 2: of the house only these may be on the other side of what members do among themselves. */
const HOUSE_PURPOSES = ['fees', 'dust']

const START = `
  with started as materialized (select pg_current_xact_id() as transaction_id),
  opened as (
    insert into ledger_account (id, owner, purpose, currency, floor)
    select id, owner, purpose, currency, floor
    from unnest($1::bigint[], $2::integer[], $3::text[], $4::integer[], $5::bigint[])
      as a (id, owner, purpose, currency, floor)
    on conflict do nothing
  ),
  -- The transaction has its own number before the entries get theirs, as chain.ts relies on.
  entry as (
    insert into ledger_entry (key, kind, at)
    select e.key, e.kind, $8::timestamptz
    from started cross join unnest($6::text[], $7::text[]) as e (key, kind)
    where started.transaction_id is not null
    returning id, key
  )`

const STATEMENT = { name: 'ledger_nets', start: START, parameters: 8, end: '\n  select' }

const NET = `insert into ledger_net (entry_id, accounts, available, held)
  select id, $2::bigint[], $3::bigint[], $4::bigint[] from entry where key = $1`

/**
 * The statement that posts these entries together with what the caller writes. `unopened` are the
 * accounts of whose existence the caller does not know.
 */
export function postNetsStatement(
  entries: readonly NetEntry[],
  unopened: readonly number[],
  at: Date,
  fragments: readonly Fragment[],
): Statement {
  entries.forEach(checkNet)
  const nets = entries.map(({ key, net }, n): Fragment => {
    const values = [key, bigints(net.accounts), bigints(net.available), bigints(net.held)]
    return { name: `net_${n}`, text: NET, values }
  })
  const all = [...nets, ...fragments]
  const accounts = unopened.toSorted((a, b) => a - b).map(accountOf)
  const values = [
    ...columnsOf(accounts),
    arrayOfTexts(entries.map(({ key }) => key)),
    arrayOf(entries.map(({ kind }) => kind)),
    at.toISOString(),
  ]
  for (const fragment of all) values.push(...(fragment.values as never[]))
  return { text: withFragments(STATEMENT, all), values }
}

function checkNet({ key, net: { accounts, available, held } }: NetEntry): void {
  if (accounts.length !== available.length || accounts.length !== held.length) {
    throw new RangeError(`Entry ${key}: its columns differ in length`)
  }
  let before = 0
  for (const id of accounts) {
    if (id <= before) throw new RangeError(`Entry ${key}: account ${id} is out of order`)
    before = id
    if (id < HOUSE_IDS && !HOUSE_PURPOSES.includes(accountOf(id).purpose)) {
      throw new RangeError(`Entry ${key}: account ${id} is none that a batch may touch`)
    }
  }
}
