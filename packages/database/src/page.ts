import type { SelectQueryBuilder, Simplify } from 'kysely'

/** One page of the rows that an ordered query finds, and how many it finds in all. */
export async function readPage<DB, From extends keyof DB, Row>(
  found: SelectQueryBuilder<DB, From, Row>,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: Simplify<Row>[]; total: number }> {
  const { total } = await found
    .clearSelect()
    .clearOrderBy()
    .select((row) => row.fn.countAll<bigint>().as('total'))
    .$castTo<{ total: bigint }>()
    .executeTakeFirstOrThrow()
  const rows = await found
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, total: Number(total) }
}
