import { type Expression, type SelectQueryBuilder, type Simplify, sql, type SqlBool } from 'kysely'

import type { Tx } from '#database.ts'

/** How far behind a page its list is counted. */
export const COUNTED_BEYOND = 10_000

/** How the rows of a list are found: by keys, which an index alone has in the order of the list. */
export type ByKey = {
  /** What names a row, such as `deal.id`. */
  key: string | readonly string[]
  /**
   * Conditions of which a row meets one, in a list with the highest key first: an index for each has
   * its keys in order, where no index has those of all.
   */
  among?: readonly Expression<SqlBool>[] | undefined
  /** The keys in their order, where the rows themselves would bring along what nobody counts. */
  keys?: Expression<unknown>
}

/**
 * One page of the rows that an ordered query finds, and how many it finds in all. A list with more
 * than `COUNTED_BEYOND` rows behind the page is said to end there: what a page costs follows from how
 * deep it lies, not from how long the list has become, and its depth is one of keys and not of rows.
 */
export async function readPage<DB, From extends keyof DB, Row>(
  tx: Tx,
  found: SelectQueryBuilder<DB, From, Row>,
  { page, limit }: { page: number; limit: number },
  by: ByKey,
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const skip = (page - 1) * limit
  const rows = await readRows(found, { skip, limit }, by)
  const isLast = rows.length < limit && (rows.length > 0 || skip === 0)
  if (isLast) return { rows, total: skip + rows.length }
  const keys = keysOf(found, by, { skip: 0, limit: page * limit + COUNTED_BEYOND })
  const counted = await sql<{ total: bigint }>`
    select count(*) as total from (${keys}) counted`.execute(tx)
  return { rows, total: Number(counted.rows[0]?.total) }
}

type Stretch = { skip: number; limit: number }

/** The rows of one page alone. */
export async function readRows<DB, From extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, From, Row>,
  stretch: Stretch,
  by: ByKey,
): Promise<Simplify<Row>[]> {
  // The keys say which: conditions once more would only be another way to look for them.
  return await found
    .clearWhere()
    .where(sql<SqlBool>`(${refs(by)}) in (${keysOf(found, by, stretch)})`)
    .execute()
}

function keysOf<DB, From extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, From, Row>,
  by: ByKey,
  { skip, limit }: Stretch,
): Expression<unknown> {
  const all = found.clearSelect().select(refs(by).as('key'))
  const { among, keys = all } = by
  if (among === undefined) return sql`${keys} limit ${limit} offset ${skip}`
  const parts = among.map((condition) =>
    all
      .where(condition)
      .clearOrderBy()
      .orderBy(sql`key`, 'desc')
      .limit(skip + limit),
  )
  return sql`select key from (${sql.join(parts, sql` union all `)}) merged
    order by key desc limit ${limit} offset ${skip}`
}

function refs({ key }: ByKey) {
  return sql.join([key].flat().map((name) => sql.ref(name)))
}

/** A condition for each value that a column may have. */
export function eachOf(column: string, values: readonly string[]): Expression<SqlBool>[] {
  return values.map((value) => sql<SqlBool>`${sql.ref(column)} = ${value}`)
}
