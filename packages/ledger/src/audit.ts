/** Checks the books from outside: what must hold in them, recomputed from the rows by SQL. */

import type { Db, Tx } from '@btbc/database/database.ts'
import { atOneMoment } from '@btbc/database/one-moment.ts'
import { type RawBuilder, sql } from 'kysely'
import { accountId, accountOf, floorOf, HOUSE_IDS, PURPOSE_SHIFT } from '#account.ts'
import { rules } from '#audit-rules.ts'

export type Finding = {
  /** Which rule is broken: an invariant of `docs/economy.md`. */
  rule: string
  /** Where, with the figures. */
  detail: string
  /** Whom or what it concerns, where one can tell: a member, or else a currency. */
  about?: { member: number } | { currency: number }
}

const FINDINGS_PER_RULE_MAX = 20

/** Everything that is wrong; nothing, when the books are in order. */
export async function audit(db: Db): Promise<Finding[]> {
  return await auditAtOneMoment(db, async (tx) => {
    const findings: Finding[] = []
    for (const { find } of parts()) findings.push(...(await find(tx)))
    return findings
  })
}

/** Reads of one moment that take as long as they take: whatever is audited, of the books or of rows beside them. */
export async function auditAtOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return await atOneMoment(db, async (tx) => {
    await readAll(tx)
    return await read(tx)
  })
}

/**
 * The same for books that are at work: each rule is looked at by itself, at a moment of its own, so no
 * view of the books is kept for longer than one rule takes.
 */
export function auditParts(): { of: string; find: (db: Db) => Promise<Finding[]> }[] {
  return parts().map(({ of, find }) => ({ of, find: (db) => auditAtOneMoment(db, find) }))
}

function parts(): { of: string; find: (tx: Tx) => Promise<Finding[]> }[] {
  const ofRules = Object.entries(rules).map(([rule, query]) => ({
    of: rule,
    find: (tx: Tx) => auditRule(tx, rule, query),
  }))
  return [...ofRules, { of: 'accounts', find: auditAccounts }]
}

const readingAll = new WeakSet<Tx>()

/** The audit reads everything, which the plans of our connections are not made for, and takes its time. */
export async function readAll(tx: Tx): Promise<void> {
  if (readingAll.has(tx)) return
  readingAll.add(tx)
  await sql`
    select set_config(name, 'on', true)
    from (values ('enable_seqscan'), ('enable_hashjoin'), ('enable_mergejoin')) as setting (name)`.execute(
    tx,
  )
  // In these words the connection hears of it, too.
  await sql`set local statement_timeout = 0`.execute(tx)
}

/** A query gives a row with a `detail` for each thing that is wrong, and the `account` or `currency`, if it is one's. */
export async function auditRule(
  tx: Tx,
  rule: string,
  query: RawBuilder<unknown>,
): Promise<Finding[]> {
  const { rows } = await sql<{ found: { detail: string; account?: number; currency?: number } }>`
    select to_json(found) as found from (${query}) found limit ${FINDINGS_PER_RULE_MAX}`.execute(tx)
  return rows.map(({ found: { detail, account, currency } }) => {
    if (account !== undefined) return { rule, detail, about: aboutAccount(account) }
    return currency === undefined ? { rule, detail } : { rule, detail, about: { currency } }
  })
}

/** A member's account concerns that member; one of the house all who have some of the same. */
export function aboutAccount(id: number): { member: number } | { currency: number } {
  const member = Math.floor(id / HOUSE_IDS)
  return member > 0 ? { member } : { currency: id % PURPOSE_SHIFT }
}

/** Whether each account is one the code knows, under its own id and with its own floor. */
async function auditAccounts(tx: Tx): Promise<Finding[]> {
  const rule = 'I3 every account is known and has its floor'
  // Of the many accounts of members one of each purpose will do: an id without its owner.
  const { rows } = await sql<{ id: bigint; purpose: string; floor: bigint }>`
    select id, purpose, floor from ledger_account where owner is null
    union all
    select max(id), purpose, min(floor) from ledger_account where owner is not null
    group by purpose, currency`.execute(tx)
  return rows.flatMap(({ id, purpose, floor }) => {
    const account = findAccount(Number(id))
    if (!account || account.purpose !== purpose || BigInt(accountId(account)) !== id) {
      return [{ rule, detail: `account ${id} is not one of ${purpose}` }]
    }
    if (floorOf(account) === floor) return []
    return [{ rule, detail: `account ${id}: floor ${floor} instead of ${floorOf(account)}` }]
  })
}

function findAccount(id: number): ReturnType<typeof accountOf> | undefined {
  try {
    return accountOf(id)
  } catch {
    return undefined
  }
}
