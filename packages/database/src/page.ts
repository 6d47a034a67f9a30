import { type SelectQueryBuilder, type Simplify, sql } from 'kysely'

/** How far behind a page its list is counted. */
export const COUNTED_BEYOND = 10_000

/**
 * One page of the rows that an ordered query finds, and how many it finds in all. A list with more
 * than `COUNTED_BEYOND` rows behind the page is said to end there: what a page costs follows from how
 * deep it lies, not from how long the list has become.
 */
export async function readPage<DB, From extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, From, Row>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const before = (page - 1) * limit
  const rows = await found.limit(limit).offset(before).execute()
  const isLast = rows.length < limit && (rows.length > 0 || before === 0)
  return { rows, total: isLast ? before + rows.length : await countUpTo(found, page * limit) }
}

async function countUpTo<DB, From extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, From, Row>,
  shown: number,
): Promise<number> {
  const each = found.clearSelect().clearOrderBy()
  const most = shown + COUNTED_BEYOND
  const one = each.select(sql.lit(1).as('one')).offset(most - 1)
  if (await one.limit(1).executeTakeFirst()) return most
  const { total } = await each
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .$castTo<{ total: bigint }>()
    .executeTakeFirstOrThrow()
  return Number(total)
}
