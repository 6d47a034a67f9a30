/** A database of its own for each test, copied from the migrated template of this test run. */

import { Client } from 'pg'
import { type Db, openDatabase } from '#database.ts'

/** Set by testing-setup.ts in the environment of every test process. */
export const TEST_URL_VARIABLE = 'BTBC_TEST_POSTGRES_URL'
export const TEMPLATE = 'btbc_template'

export type TestDatabase = { url: string; db: Db; drop: () => Promise<void> }

let databasesMade = 0

export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++databasesMade}`
  await runOnServer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = databaseUrl(name)
  const db = openDatabase(url)
  return {
    url,
    db,
    async drop() {
      await db.destroy()
      await runOnServer(`drop database ${name}`)
    },
  }
}

/** The address of a database of the test run's cluster. */
export function databaseUrl(name: string): string {
  const url = new URL(testServerUrl())
  url.pathname = `/${name}`
  return url.href
}

async function runOnServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: testServerUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function testServerUrl(): string {
  const url = process.env[TEST_URL_VARIABLE]
  if (!url) throw new Error('Tests with a database run under vitest, which starts one for them')
  return url
}
