import { Refusal } from '@btbc/contract/refusals.ts'
import type { Tx } from '@btbc/database/database.ts'
import { readPage } from '@btbc/database/page.ts'
import { type Expression, sql, type SqlBool } from 'kysely'

import { DAY_MS } from '#platform/durations.ts'

/** The log of what operators did, as it is looked through. */

export type Filters = {
  operator_id?: number | undefined
  action?: string | undefined
  member_id?: number | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Whose member an action was about: named beside it, or what it was done to; of a deal both sides. */
const ABOUT = [
  sql`coalesce(details ->> 'member', substring(subject from '^member ([0-9]+)$'))`,
  sql`details ->> 'buyer'`,
  sql`details ->> 'seller'`,
]

function byPosition({ member_id: memberId }: Filters) {
  const isAbout = (of: Expression<unknown>) => sql<SqlBool>`${of} = ${`${memberId}`}`
  return { key: 'position', among: memberId === undefined ? undefined : ABOUT.map(isAbout) }
}

export async function listActions(tx: Tx, filters: Filters, at: { page: number; limit: number }) {
  const { rows, total } = await readPage(tx, findActions(tx, filters), at, byPosition(filters))
  return { list: rows.map(describe), total, ...at }
}

/** All of them, newest first, so many at a time. */
export async function* everyAction(tx: Tx, filters: Filters, atOnce: number) {
  const { among } = byPosition(filters)
  const all = findActions(tx, filters)
  const found = among ? all.where((row) => row.or(among)) : all
  await sql`declare actions no scroll cursor for ${found}`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(atOnce)} from actions`.execute(tx)
    yield rows.map(describe)
    if (rows.length < atOnce) return
  }
}

/** How often an operator did something lately. */
export async function countActions(
  tx: Tx,
  { operatorId, action, since }: { operatorId: number; action: string; since: Date },
): Promise<number> {
  const { done } = await tx
    .selectFrom('operator_audit')
    .select((row) => row.fn.countAll<bigint>().as('done'))
    .where('operator_id', '=', operatorId)
    .where('action', '=', action)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return Number(done)
}

function findActions(tx: Tx, filters: Filters) {
  const { operator_id: operatorId, action, subject, from, to } = filters
  if (from !== undefined && to !== undefined && to < from) {
    throw new Refusal('invalid_request', { field: 'to' })
  }
  let actions = tx.selectFrom('operator_audit')
  if (operatorId !== undefined) actions = actions.where('operator_id', '=', operatorId)
  if (action !== undefined) actions = actions.where('action', '=', action)
  if (subject !== undefined) actions = actions.where('subject', '=', subject)
  if (from !== undefined) actions = actions.where('at', '>=', new Date(from))
  if (to !== undefined) actions = actions.where('at', '<', new Date(Date.parse(to) + DAY_MS))
  const shown = actions
    .select(['position', 'at', 'operator_id', 'action', 'subject', 'reason', 'details', 'hash'])
    .select((row) =>
      row
        .selectFrom('operator')
        .select('name')
        .whereRef('id', '=', 'operator_id')
        .$asScalar()
        .$notNull()
        .as('name'),
    )
  // Numbers are not in the order of times where actions happen at once: days are found by their index.
  const inOrder = from === undefined && to === undefined ? shown : shown.orderBy('at', 'desc')
  return inOrder.orderBy('position', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof findActions>['executeTakeFirstOrThrow']>>

export type DescribedAction = ReturnType<typeof describe>

function describe(row: Row) {
  return {
    position: Number(row.position),
    at: row.at,
    operator: { id: row.operator_id, name: row.name },
    action: row.action,
    subject: row.subject,
    reason: row.reason,
    details: textsOf(row.details),
    hash: row.hash.toString('hex'),
  }
}

function textsOf(details: unknown): Record<string, string> {
  if (typeof details !== 'object' || details === null) return {}
  return Object.fromEntries(Object.entries(details).map(([key, value]) => [key, String(value)]))
}

/** Who stands in the log and what they did there: each action is one look into an index. */
export async function listChoices(tx: Tx) {
  const operators = await tx.selectFrom('operator').select(['id', 'name']).orderBy('name').execute()
  const { rows } = await sql<{ action: string }>`
    with recursive done as (
      (select action from operator_audit order by action limit 1)
      union all
      select (select next.action from operator_audit next where next.action > done.action
        order by next.action limit 1) from done where done.action is not null
    )
    select action from done where action is not null`.execute(tx)
  return { operators, actions: rows.map(({ action }) => action) }
}
