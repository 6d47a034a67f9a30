import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { readAuditLog } from '@btbc/contract/operator/audit.ts'
import { expect, test } from 'vitest'

import { callOperator, hire } from '#testing/operators.ts'
import { ok, startTestServer } from '#testing/server.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../../../scripts/operator.ts')

test('who comes and goes by the command line stands in the log, under their own name', async () => {
  const server = await startTestServer()
  const rita = await hire(server, 'Rita', ['risk'])
  const settings = { DATABASE_URL: server.databaseUrl, BTBC_DATA_DIR: server.dataDirectory }
  const env = { ...process.env, ...settings, BTBC_ARGON2_MIB: '8' }
  const mail = 'ann@btbc.test'
  const run = async (...words: string[]) =>
    await promisify(execFile)(process.execPath, [SCRIPT, ...words], { env })
  await run('add', mail, 'Ann', 'finance,risk')
  await run('disable', mail)
  const { list } = ok(await callOperator(server, readAuditLog, {}, { as: rita }))
  expect(list.slice(0, 2)).toMatchObject([
    { operator: { name: 'Ann' }, action: 'cli.disable', details: {} },
    { operator: { name: 'Ann' }, action: 'cli.add', details: { roles: 'finance,risk' } },
  ])
})
