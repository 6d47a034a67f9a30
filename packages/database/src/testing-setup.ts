/** Vitest's global setup: one throw-away cluster for a whole test run, with a migrated template. */

import path from 'node:path'
import { Client } from 'pg'
import { openAppRole } from '#app-role.ts'
import { migrate } from '#migrate.ts'
import { type Postgres, startPostgres } from '#postgres.ts'
import { makeTestPlace, removeTestPlace } from '#testing-place.ts'
import { TEMPLATE, TEST_APP_URL_VARIABLE, TEST_URL_VARIABLE, databaseUrl } from '#testing.ts'

let server: Postgres | undefined
let place: string | undefined

export async function setup(): Promise<void> {
  place = makeTestPlace()
  server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: [
      // The cluster is thrown away: nothing in it has to survive a crash.
      'fsync=off',
      'synchronous_commit=off',
      'full_page_writes=off',
      'btbc.throw_away=on',
      'max_connections=300',
      // Nobody guesses its passwords, and each of the thousands of log-ins costs less.
      'scram_iterations=1',
      'autovacuum=off',
      'shared_buffers=256MB',
      // A database of a test is a thousand small files: the system copies them by itself.
      'file_copy_method=clone',
    ],
  })
  process.env[TEST_URL_VARIABLE] = server.url
  const client = new Client({ connectionString: server.url })
  await client.connect()
  const password = client.escapeLiteral(new URL(server.url).password)
  await client.query(`alter role current_user password ${password}`)
  await client.query(`create database ${TEMPLATE}`)
  await client.end()
  await migrate(databaseUrl(TEMPLATE))
  process.env[TEST_APP_URL_VARIABLE] = await openAppRole(databaseUrl(TEMPLATE))
}

export async function teardown(): Promise<void> {
  await server?.stop()
  if (place !== undefined) removeTestPlace(place)
}
