/** A database of its own for each test, copied from the migrated template of this test run. */

import { Client } from 'pg'
import { type Db, openDatabase } from '#database.ts'

/** Set by testing-setup.ts in the environment of every test process: as the owner, and as the server. */
export const TEST_URL_VARIABLE = 'BTBC_TEST_POSTGRES_URL'
export const TEST_APP_URL_VARIABLE = 'BTBC_TEST_POSTGRES_APP_URL'
export const TEMPLATE = 'btbc_template'

export type TestDatabase = {
  /** As the owner of the tables. */
  url: string
  db: Db
  /** As whom the server works. */
  appUrl: string
  appDb: Db
  drop: () => Promise<void>
}

let databasesMade = 0

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++databasesMade}`
  await runOnServer(
    `create database ${name} template ${TEMPLATE} strategy wal_log`,
    // What a template has is not copied of the database itself.
    `revoke temporary on database ${name} from public`,
  )
  const url = databaseUrl(name)
  const appUrl = databaseUrl(name, TEST_APP_URL_VARIABLE)
  const db = openDatabase(url)
  const appDb = openDatabase(appUrl)
  return {
    url,
    db,
    appUrl,
    appDb,
    async drop() {
      await Promise.all([db.destroy(), appDb.destroy()])
      await runOnServer(`drop database ${name}`)
    },
  }
}

/** The address of a database of the test run's cluster. */
export function databaseUrl(name: string, variable = TEST_URL_VARIABLE): string {
  const url = new URL(testServerUrl(variable))
  url.pathname = `/${name}`
  return url.href
}

async function runOnServer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: testServerUrl(TEST_URL_VARIABLE) })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function testServerUrl(variable: string): string {
  const url = process.env[variable]
  if (!url) throw new Error('Tests with a database run under vitest, which starts one for them')
  return url
}
