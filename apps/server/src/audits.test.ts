import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { auditAll } from '#testing/hostile/whole-audit.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../scripts/audit.ts')

/** A login that may what auditors may, and begins as theirs do. */
async function openAuditor({ db, databaseUrl }: TestServer): Promise<string> {
  const name = `auditor_${process.pid}`
  for (const each of [
    `create role ${name} login password 'for-this-test' in role btbc_auditor`,
    `alter role ${name} set default_transaction_read_only = on`,
  ]) {
    await sql.raw(each).execute(db)
  }
  onTestFinished(async () => void (await sql.raw(`drop role ${name}`).execute(db)))
  const url = new URL(databaseUrl)
  url.username = name
  url.password = 'for-this-test'
  return url.href
}

test('an auditor who reads the books from outside audits all of them', async () => {
  const server = await startTestServer()
  const databaseUrl = await openAuditor(server)
  expect(await auditAll({ ...server, databaseUrl })).toMatchObject({ clean: true, findings: [] })
})

test('an audit that cannot be done ends with 2, a sentence and no report', async () => {
  const run = promisify(execFile)(process.execPath, [SCRIPT, 'postgres://127.0.0.1:9/nowhere'])
  const ended = await run.catch((error: unknown) => error)
  expect(ended).toMatchObject({ code: 2, stdout: '' })
  expect(ended).toHaveProperty(
    'stderr',
    expect.stringMatching(/^The audit could not be done: .+\n$/),
  )
})
