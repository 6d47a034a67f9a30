/** Brings a database to the newest schema: numbered SQL files, each applied once and never edited. */

import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, DatabaseError } from 'pg'
import { AnsweringClient } from '#answering-client.ts'
import { APP_ROLE } from '#app-role.ts'
import { workLocks } from '#locks.ts'

export const MIGRATIONS = path.resolve(import.meta.dirname, '../migrations')

/** So long a server may still be seen whose machine vanished. */
const GONE_MS_MAX = 25_000
/** Whoever waits for a table keeps everybody else from it: not for long, and then once more. */
const LOCK_WAIT_MS = 2_000
const LOCK_REST_MS = 500
const LOCKS_MS_MAX = 120_000
const NOT_AVAILABLE = '55P03'

export type Applied = { number: number; name: string; checksum: string }
type Migration = Applied & { sql: string }

type Patience = {
  goneMs?: number
  locksMs?: number
  /** Whom it waits for. */
  tell?: (line: string) => void
}

export async function migrate(
  url: string,
  folder = MIGRATIONS,
  { goneMs = GONE_MS_MAX, locksMs = LOCKS_MS_MAX, tell }: Patience = {},
): Promise<void> {
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
    const missing = migrations.filter(({ number }) => !applied.has(number))
    if (missing.length > 0 && applied.size > 0) await refuseAtWork(client, goneMs)
    await client.query(`set lock_timeout = ${LOCK_WAIT_MS}`)
    for (const migration of missing) await applyOnce(client, migration, { locksMs, tell })
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

/** A server of the version before is not made for the tables to come, and would go on as if nothing were. */
async function refuseAtWork(client: Client, goneMs: number): Promise<void> {
  const until = performance.now() + goneMs
  for (;;) {
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and usename = $1 limit 1',
      [APP_ROLE],
    )
    if (rowCount === 0) return
    if (performance.now() > until) {
      throw new Error(
        'A server of the version before is at work on these books, and this one would change the tables under it. Stop all of them, start this one, then the others (docs/OPERATING.md, Several servers of one house). Nothing was changed',
      )
    }
    await sleep(250)
  }
}

/** Who reads a table for long is waited for; meanwhile everybody else gets at it. */
async function applyOnce(
  client: Client,
  migration: Migration,
  { locksMs, tell }: { locksMs: number; tell: Patience['tell'] },
): Promise<void> {
  const until = performance.now() + locksMs
  for (let isTold = false; ; isTold = true) {
    try {
      return await apply(client, migration)
    } catch (error) {
      if (!isLockWait(error)) throw error
      const readers = await listReaders(client)
      if (performance.now() > until) {
        throw new Error(
          `${migration.name} was not applied, as its tables are in use by ${readers}. Nothing of it was changed`,
          { cause: error },
        )
      }
      if (!isTold) tell?.(`${migration.name} waits for tables that are in use by ${readers}`)
    }
    await sleep(LOCK_REST_MS)
  }
}

function isLockWait(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof DatabaseError && cause.code === NOT_AVAILABLE
}

/** Who has a table now, in words. */
async function listReaders(client: Client): Promise<string> {
  const { rows } = await client.query<{ said: string }>(`
    select distinct concat('process ', pid, ' (', usename, ')') as said
    from pg_locks join pg_stat_activity using (pid)
    where locktype = 'relation' and granted and pid <> pg_backend_pid()
      and pg_locks.database = (select oid from pg_database where datname = current_database())
    order by said limit 5`)
  return rows.map(({ said }) => said).join(', ') || 'somebody who is gone now'
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
