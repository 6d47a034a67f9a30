/** Brings a database to the newest schema: numbered SQL files, each applied once and never edited. */

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { AnsweringClient } from '#answering-client.ts'
import { workLocks } from '#locks.ts'

export const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations')

export type Applied = { number: number; name: string; checksum: string }
type Migration = Applied & { sql: string }

export async function migrate(url: string, folder = MIGRATIONS): Promise<void> {
  const client = new AnsweringClient({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [workLocks.migrations])
    await refuseStrangers(client)
    await client.query(`
      create table if not exists migration (
        number integer primary key,
        name text not null,
        checksum text not null,
        applied_at timestamptz not null default clock_timestamp()
      )`)
    const migrations = readMigrations(folder)
    const applied = await readApplied(client)
    refuseChanges(migrations, applied)
    for (const migration of migrations) {
      if (!applied.has(migration.number)) await apply(client, migration)
    }
  } finally {
    await client.end()
  }
}

/** A database that somebody else keeps something in is never made ours without a word. */
async function refuseStrangers(client: Client): Promise<void> {
  const { rows: ours } = await client.query(`
    select from information_schema.columns
    where table_schema = current_schema and table_name = 'migration' and column_name = 'checksum'`)
  if (ours.length > 0) return
  const { rows } = await client.query<{ name: string }>(`
    select relnamespace::regnamespace::text || '.' || relname as name from pg_class
    where relkind in ('r', 'p', 'v', 'm', 'f')
      and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
      )
    order by name limit 3`)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new Error(
    `The database holds what is not ours (${names}). Nothing was written there: name an empty one in DATABASE_URL`,
  )
}

function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const match = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file)
      if (!match) throw new Error(`${file} is not named NNNN_name.sql`)
      const sql = readFileSync(path.join(folder, file), 'utf8')
      const checksum = createHash('sha256').update(sql).digest('hex')
      return { number: Number(match[1]), name: file, sql, checksum }
    })
  for (const [index, { number, name }] of migrations.entries()) {
    if (migrations[index - 1]?.number === number) throw new Error(`Two migrations numbered ${name}`)
  }
  return migrations
}

/** Why a schema that these have made cannot be made again by this program, if it cannot. */
export function whyNotKnown(applied: readonly Applied[]): string | undefined {
  const known = new Map(readMigrations(MIGRATIONS).map((each) => [each.number, each]))
  for (const { number, name, checksum } of applied) {
    const own = known.get(number)
    if (!own) return `is newer than this program: it has ${name}`
    if (own.name !== name || own.checksum !== checksum) {
      return `was made by another ${name} than the one here`
    }
  }
  return undefined
}

async function readApplied(client: Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ number: number; checksum: string }>(
    'select number, checksum from migration',
  )
  return new Map(rows.map((row) => [row.number, row.checksum]))
}

function refuseChanges(migrations: readonly Migration[], applied: Map<number, string>): void {
  const known = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const [number, checksum] of applied) {
    const migration = known.get(number)
    if (!migration) throw new Error(`The database is newer than this program: it has ${number}`)
    if (migration.checksum !== checksum) {
      throw new Error(`${migration.name} was edited after it was applied: write a new migration`)
    }
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into migration (number, name, checksum) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`${migration.name} failed: ${String(error)}`, { cause: error })
  }
}
