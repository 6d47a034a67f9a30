/** A database of its own for each test, copied from a template of this test run. */

import { CompiledQuery } from 'kysely'
import { Client, Pool } from 'pg'
import { vi } from 'vitest'
import { type Db, openDatabase } from '#database.ts'
import { workLocks } from '#locks.ts'

/** Set by testing-setup.ts in the environment of every test process: as the owner, and as the server. */
export const TEST_URL_VARIABLE = 'BTBC_TEST_POSTGRES_URL'
export const TEST_APP_URL_VARIABLE = 'BTBC_TEST_POSTGRES_APP_URL'
/** Migrated, and empty. */
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
/** The last one is dropped while the next test goes on. */
let dropping: Promise<unknown> = Promise.resolve()

export async function createTestDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const name = `test_${process.pid}_${++databasesMade}`
  await dropping
  await copyDatabase(template, name)
  const { url, db, appUrl, appDb, close } = openBoth(name)
  return {
    url,
    db,
    appUrl,
    appDb,
    async drop() {
      await close()
      dropping = admin().query(`drop database ${name}`)
    },
  }
}

/** Makes a template of what many tests begin with; the first process of a run that asks does so. */
export async function makeTemplate(name: string, fill: (db: Db) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: testServerUrl(TEST_URL_VARIABLE) })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [workLocks.testTemplates])
    const known = await client.query('select from pg_database where datname = $1', [name])
    if (known.rowCount === 1) return
    const draft = `${name}_${process.pid}`
    await copyDatabase(TEMPLATE, draft)
    const { appDb, close } = openBoth(draft)
    await fill(appDb)
    await close()
    await client.query(`alter database ${draft} rename to ${name}`)
  } finally {
    await client.end()
  }
}

async function copyDatabase(template: string, name: string): Promise<void> {
  // By its files, not through the log: a checkpoint before and after costs less where nothing is forced to disk.
  await admin().query(`create database ${name} template ${template} strategy file_copy`)
  // What a template has is not copied of the database itself.
  await admin().query(`revoke temporary on database ${name} from public`)
}

function openBoth(name: string) {
  const url = databaseUrl(name)
  const appUrl = databaseUrl(name, TEST_APP_URL_VARIABLE)
  const db = openDatabase(url)
  const appDb = openDatabase(appUrl)
  const close = async () => void (await Promise.all([db.destroy(), appDb.destroy()]))
  return { url, db, appUrl, appDb, close }
}

/** The address of a database of the test run's cluster. */
export function databaseUrl(name: string, variable = TEST_URL_VARIABLE): string {
  const url = new URL(testServerUrl(variable))
  url.pathname = `/${name}`
  return url.href
}

let administration: Pool | undefined

/** Makes and drops databases; keeps no process alive. */
function admin(): Pool {
  administration ??= new Pool({
    connectionString: testServerUrl(TEST_URL_VARIABLE),
    max: 1,
    allowExitOnIdle: true,
  }).on('error', () => undefined)
  return administration
}

function testServerUrl(variable: string): string {
  const url = process.env[variable]
  if (!url) throw new Error('Tests with a database run under vitest, which starts one for them')
  return url
}

/** How many statements this process sends to databases while the work goes on, or those that say this. */
export async function countStatements(work: () => Promise<unknown>, saying = ''): Promise<number> {
  return (await statementsOf(work)).filter(({ text }) => text.includes(saying)).length
}

type Sent = { text: string; values: unknown[] }

async function statementsOf(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent = vi.spyOn(Client.prototype, 'query')
  try {
    await work()
    return (sent.mock.calls as unknown[][]).map(([asked, values]) => {
      const config = typeof asked === 'string' ? { text: asked, values } : asked
      return { values: [], ...(config as { text: string }) }
    })
  } finally {
    sent.mockRestore()
  }
}

/** What the reads of some work look at: rows of tables, keys in indexes alone, tables from end to end. */
export type Looks = { rows: number; keys: number; scans: string[] }

/** As PostgreSQL counts it when it runs the same statements once more. */
export async function looksOf(db: Db, work: () => Promise<unknown>): Promise<Looks> {
  const looks: Looks = { rows: 0, keys: 0, scans: [] }
  for (const { text, values } of await statementsOf(work)) {
    if (!READS.test(text)) continue
    const asked = CompiledQuery.raw(`explain (analyze, format json) ${text}`, values)
    const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>(asked)
    for (const row of rows) addUp(looks, row['QUERY PLAN'][0].Plan)
  }
  return looks
}

const READS =
  /^\s*(select|with)\b(?!.*\b(for (no key )?(update|share)|insert into|update|delete from)\b)/is

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Heap Fetches'?: number
  Plans?: Plan[]
}

function addUp(looks: Looks, plan: Plan): void {
  const type = plan['Node Type']
  const each =
    plan['Actual Rows'] +
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0)
  const seen = Math.round(each * plan['Actual Loops'])
  const isKeys = type === 'Index Only Scan' || type === 'Function Scan'
  if (isKeys) looks.keys += seen
  else if (plan['Relation Name'] !== undefined) looks.rows += seen
  if (type === 'Index Only Scan') looks.rows += plan['Heap Fetches'] ?? 0
  if (type === 'Seq Scan') looks.scans.push(plan['Relation Name'] ?? '')
  for (const part of plan.Plans ?? []) addUp(looks, part)
}
