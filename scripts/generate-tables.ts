/** Writes packages/database/src/tables.ts from a freshly migrated database: `npm run types`. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase, runPrepared } from '../packages/database/src/database.ts'
import { migrate } from '../packages/database/src/migrate.ts'
import { startPostgres } from '../packages/database/src/postgres.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUT_FILE = path.join(ROOT, 'packages/database/src/tables.ts')

/** How database.ts reads each type, written as TypeScript. */
const TYPES = { int8: 'bigint', numeric: 'bigint', timestamptz: 'Date', date: 'string' }

/** A state is one of those that the column's check lists, and not just any text. */
async function withStates(text: string, url: string): Promise<string> {
  const database = openDatabase(url)
  const checks = await runPrepared<{ table: string; check: string }>(
    database,
    `select relname as table, pg_get_constraintdef(pg_constraint.oid) as check
    from pg_constraint join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and conkey = array[attnum]
    where contype = 'c' and attname = 'state'`,
    [],
  )
  await database.destroy()
  return checks.reduce((types, { table, check }) => {
    const states = [...check.matchAll(/'(\w+)'::/g)].map(([, state]) => `"${state}"`)
    const name = table.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const column = new RegExp(`(interface ${name} \\{[^}]*\\n  state: (?:Generated<)?)\\w+`)
    return types.replace(column, `$1${states.toSorted().join(' | ')}`)
  }, text)
}

const place = mkdtempSync(path.join(tmpdir(), 'btbc-types-'))
const server = await startPostgres({
  directory: path.join(place, 'postgres'),
  settings: ['fsync=off'],
})
try {
  await migrate(server.url)
  const generated = path.join(place, 'tables.ts')
  execFileSync(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/kysely-codegen/dist/cli/bin.js'),
      '--dialect=postgres',
      `--url=${server.url}`,
      `--out-file=${generated}`,
      `--type-mapping=${JSON.stringify(TYPES)}`,
      '--date-parser=string',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const text = readFileSync(generated, 'utf8').replace(
    'export interface DB ',
    'export interface Tables ',
  )
  writeFileSync(OUT_FILE, await withStates(text, server.url))
  console.log(`Wrote ${path.relative(ROOT, OUT_FILE)}`)
} finally {
  await server.stop()
  rmSync(place, { recursive: true, force: true })
}
