/**
 * All rows of a database as files, from one moment, and back into an empty one. The schema is what the
 * migrations make, so only their names and checksums are kept of it.
 */

import { copyFileSync, createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Client } from 'pg'
import { AnsweringClient } from '#answering-client.ts'
import { copyIn, copyOut } from '#copy.ts'
import { type Applied, migrate, MIGRATIONS, whyNotKnown } from '#migrate.ts'

export type Dump = {
  migrations: Applied[]
  tables: { name: string; columns: string[] }[]
  sequences: { name: string; last: string; isCalled: boolean }[]
}

const FAST = 1

/** Writes a file for each table; members go on meanwhile. */
export async function dumpDatabase(url: string, folder: string): Promise<Dump> {
  return await connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const { rows: migrations } = await client.query<Applied>(
      'select number, name, checksum from migration order by number',
    )
    const { rows: tables } = await client.query<Dump['tables'][number]>(`
      select relname as name, array_agg(attname::text order by attnum) as columns
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind = 'r'
        and attnum > 0 and not attisdropped and attgenerated = ''
      group by relname order by relname`)
    for (const table of tables) {
      const packed = createGzip({ level: FAST })
      const written = pipeline(
        packed,
        createWriteStream(fileOf(folder, table.name), { mode: 0o600, flush: true }),
      )
      const read = copyOut(client, `copy ${named(client, table)} to stdout`, packed)
      await Promise.all([read.finally(() => packed.end()), written])
    }
    // Read last: what was drawn meanwhile is not drawn again.
    const sequences: Dump['sequences'] = []
    const { rows: known } = await client.query<{ name: string }>(
      `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`,
    )
    for (const { name } of known) {
      const { rows } = await client.query<{ last: string; isCalled: boolean }>(
        `select last_value::text as last, is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
      )
      sequences.push(...rows.map((row) => ({ name, ...row })))
    }
    return { migrations, tables, sequences }
  })
}

/** Fills an empty database with the schema and the rows of then, whole or not at all. */
export async function loadDatabase(url: string, folder: string, dump: Dump): Promise<void> {
  await migrateAsThen(url, dump)
  await connected(url, async (client) => {
    await client.query('begin')
    // The rows were checked when they were written; triggers would take them for new ones.
    await client.query("set local session_replication_role = 'replica'")
    const names = dump.tables.map(({ name }) => client.escapeIdentifier(name))
    await client.query(`truncate ${names.join(', ')}`)
    for (const table of dump.tables) {
      const unpacked = createGunzip()
      const read = pipeline(createReadStream(fileOf(folder, table.name)), unpacked)
      await Promise.all([copyIn(client, `copy ${named(client, table)} from stdin`, unpacked), read])
    }
    for (const { name, last, isCalled } of dump.sequences) {
      await client.query('select setval($1::regclass, $2, $3)', [
        client.escapeIdentifier(name),
        last,
        isCalled,
      ])
    }
    await client.query('commit')
    await client.query('analyze')
  })
}

/** Why this program cannot read what that one wrote, if it cannot. */
export function whyNotLoadable({ migrations }: Dump): string | undefined {
  return whyNotKnown(migrations)
}

/** Whether nothing has been made in the database yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  return await connected(url, async (client) => {
    const { rowCount } = await client.query(`
      select from pg_class where relkind in ('r', 'p', 'v', 'm', 'f')
        and relnamespace = 'public'::regnamespace limit 1`)
    return rowCount === 0
  })
}

/** Why whoever comes in by this address may not fill it, if so: rows of then pass no trigger of now. */
export async function whyNotFillable(url: string): Promise<string | undefined> {
  return await connected(url, async (client) => {
    const { rows } = await client.query<{ role: string; may: boolean }>(`
      select current_user as role, has_parameter_privilege('session_replication_role', 'set') as may`)
    const [found] = rows
    if (found?.may === true) return undefined
    return `${found?.role} may not fill the database at DATABASE_URL with the rows of a back-up: an administrator makes it superuser for as long as that takes, or runs grant set on parameter session_replication_role to ${found?.role}. Nothing was written.`
  })
}

async function migrateAsThen(url: string, { migrations }: Dump): Promise<void> {
  const then = mkdtempSync(path.join(tmpdir(), 'btbc-schema-'))
  try {
    for (const { name } of migrations)
      copyFileSync(path.join(MIGRATIONS, name), path.join(then, name))
    await migrate(url, then)
  } finally {
    rmSync(then, { recursive: true })
  }
}

export function fileOf(folder: string, table: string): string {
  return path.join(folder, `${table}.copy.gz`)
}

function named(client: Client, { name, columns }: Dump['tables'][number]): string {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ')
  return `${client.escapeIdentifier(name)} (${list})`
}

async function connected<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new AnsweringClient({
    connectionString: url,
    options: '-c statement_timeout=0',
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
