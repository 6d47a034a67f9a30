import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

import { ok } from '@btbc/client/client.ts'
import { logInOperator } from '@btbc/contract/operator/access.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { expect, onTestFinished, test } from 'vitest'

import { callOperator, codeOf } from '#testing/operators.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

import { startPasswords } from './passwords.ts'

const SCRIPT = path.resolve(import.meta.dirname, '../../../../scripts/operator.ts')
const PEPPER = 'cinnamon-and-cloves'

/** `npm run operator -- add`, in a shell with this pepper or none. */
async function addAnn({ databaseUrl, dataDirectory }: TestServer, pepper: string) {
  const settings = { DATABASE_URL: databaseUrl, BTBC_DATA_DIR: dataDirectory, BTBC_PEPPER: pepper }
  const run = promisify(execFile)(
    process.execPath,
    [SCRIPT, 'add', 'ann@btbc.test', 'Ann', 'finance'],
    { env: { ...process.env, ...settings, BTBC_ARGON2_MIB: '8' } },
  )
  return await run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, said: error.stderr }),
  )
}

test('a command without the pepper of the house opens nobody, and with it somebody who comes in', async () => {
  const server = await startTestServer({ pepper: PEPPER })
  for (const [other, words] of [
    ['', 'with a BTBC_PEPPER'],
    ['nutmeg-and-mace-and-salt', 'with another BTBC_PEPPER'],
  ] as const) {
    const refused = await addAnn(server, other)
    expect(refused.code).toBe(1)
    expect(refused.said).toMatch(/^The passwords of this house were made .+: set it\.\n$/)
    expect(refused.said).toContain(words)
  }
  const { code, said } = await addAnn(server, PEPPER)
  expect(code).toBe(0)
  const [, password = ''] = /password +(\S+)/.exec(said) ?? []
  const [, secret = ''] = /TOTP secret +(\S+)/.exec(said) ?? []
  const asked = { mail: 'ann@btbc.test', password, code: codeOf(secret, server.clock.wallNow()) }
  expect(ok(await callOperator(server, logInOperator, asked)).token).not.toBe('')
})

test('a house that began without a pepper does not start with one', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const start = (pepper?: string) => startPasswords(database.appDb, { pepper, argon2Mib: 8 })
  const first = await start()
  await expect(start(PEPPER)).rejects.toThrow('without BTBC_PEPPER')
  const again = await start()
  const kept = await first.hash('copper-thistle-42')
  expect(await again.verify(kept, 'copper-thistle-42')).toMatchObject({ right: true })
})
