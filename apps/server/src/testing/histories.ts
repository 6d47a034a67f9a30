import type { Db } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'

/**
 * Long histories, written by SQL past all rules: what is asked of them is what they cost to read, not
 * what they mean. They are gone before the books are looked at.
 */

const ofType: Record<string, string> = {
  text: `'x' || n`,
  boolean: 'false',
  bytea: `sha256(n::text::bytea)`,
  jsonb: `'{}'`,
  'text[]': `'{}'`,
  'timestamp with time zone': `timestamptz '2026-01-01' + n * interval '1 s'`,
}

/** So many rows of a table: `n` counts them, and what is not said is made up. */
export async function fill(
  db: Db,
  table: string,
  rows: number,
  said: Readonly<Record<string, string | number>> = {},
): Promise<void> {
  const { rows: columns } = await sql<{ name: string; type: string; isNeeded: boolean }>`
    select attname::text as name, format_type(atttypid, null) as type,
      attnotnull and not atthasdef and attidentity = '' as "isNeeded"
    from pg_attribute where attrelid = ${table}::regclass and attnum > 0`.execute(db)
  const written = columns.filter(({ name, isNeeded }) => isNeeded || name in said)
  const values = written.map(({ name, type }) => `(${said[name] ?? ofType[type] ?? 'n'})::${type}`)
  const { rows: checks } = await sql<{ name: string; rule: string }>`
    select conname::text as name, pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = ${table}::regclass and contype = 'c'`.execute(db)
  for (const { name } of checks) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db)
  }
  const by = await pastRules(
    db,
    `insert into ${table} (${written.map(({ name }) => name).join()})
     select ${values.join()} from generate_series(1, ${rows}) n
     returning xmin::text as by`,
  )
  onTestFinished(async () => {
    await pastRules(
      db,
      `delete from ${table} where xmin::text = '${by}' returning xmin::text as by`,
    )
    for (const { name, rule } of checks) {
      await sql.raw(`alter table ${table} add constraint ${name} ${rule}`).execute(db)
    }
  })
}

/** Until PostgreSQL knows of every page that all may see it: as long as it does not, keys alone are not enough. */
export async function settleTables(db: Db): Promise<void> {
  await expect
    .poll(
      async () => {
        await sql`vacuum analyze`.execute(db)
        const { rows } = await sql<{ name: string }>`
          select relname as name from pg_class
          where relkind = 'r' and relnamespace = 'public'::regnamespace and relpages > 8
            and relallvisible < relpages`.execute(db)
        return rows.map(({ name }) => name)
      },
      { timeout: 60_000 },
    )
    .toEqual([])
}

async function pastRules(db: Db, text: string): Promise<string> {
  return await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local enable_seqscan = on`.execute(tx)
    const { rows } = await sql.raw<{ by: string }>(text).execute(tx)
    return rows[0]?.by ?? ''
  })
}
