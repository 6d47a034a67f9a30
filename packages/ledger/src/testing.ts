/** For tests: money from nowhere, booked as what it is. */

import type { Db, Tx } from '@btbc/database/database.ts'
import { type CurrencyId, currencies } from '@btbc/money/currency.ts'
import { sql } from 'kysely'
import { type Account, accountId, houseAccount } from '#account.ts'
import { chainEntries, chainHead } from '#chain.ts'
import { post } from '#post.ts'

const MINTED: readonly CurrencyId[] = [
  currencies.BTBC.id,
  currencies.LAUNCH.id,
  currencies.POINT.id,
  currencies.ETH.id,
]

let entriesGiven = 0

/** Brings new money into the books and to this account. */
export async function give(db: Db, to: Account, amount: bigint, at = new Date()): Promise<void> {
  const source = MINTED.includes(to.currency) ? 'issuance' : 'chain'
  const entry = {
    key: `test:given:${++entriesGiven}`,
    kind: 'genesis.sample_granted',
    at,
    moves: [{ from: houseAccount(source, to.currency), to, amount }],
  } as const
  await db.transaction().execute((tx) => post(tx, entry))
}

/**
 * Adds every entry there is to the chain. Transactions of other tests on the same PostgreSQL hold it
 * up for as long as they are open, so one call of `chainEntries` may find nothing that has ended.
 */
export async function chainAll(db: Db): Promise<void> {
  const last = await db
    .selectFrom('ledger_entry')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  while (((await chainHead(db))?.entryId ?? 0n) < (last?.id ?? 0n)) await chainEntries(db)
}

/** What only the owner of the tables can do: a balance that no entry explains. */
export async function forgeBalance(
  db: Db,
  account: Account,
  { available, held }: { available: bigint; held: bigint },
): Promise<void> {
  await sql`alter table ledger_account disable trigger ledger_account_by_moves`.execute(db)
  await sql`update ledger_account set available = available + ${available}, held = held + ${held}
    where id = ${accountId(account)}`.execute(db)
  await sql`alter table ledger_account enable trigger ledger_account_by_moves`.execute(db)
}

/** Until this transaction is over nobody sees what is held, so that nobody comes to an end with the books. */
export async function hideHolds(tx: Tx): Promise<void> {
  await sql`lock table ledger_hold in access exclusive mode`.execute(tx)
}
