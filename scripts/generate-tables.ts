/** Writes packages/database/src/tables.ts from a freshly migrated database: `npm run types`. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrate } from '../packages/database/src/migrate.ts'
import { startPostgres } from '../packages/database/src/postgres.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const OUT_FILE = path.join(ROOT, 'packages/database/src/tables.ts')

/** How database.ts reads each type, written as TypeScript. */
const TYPES = { int8: 'bigint', numeric: 'bigint', timestamptz: 'Date', date: 'string' }

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
  writeFileSync(OUT_FILE, text)
  console.log(`Wrote ${path.relative(ROOT, OUT_FILE)}`)
} finally {
  await server.stop()
  rmSync(place, { recursive: true, force: true })
}
