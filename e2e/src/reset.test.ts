import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { readTeam, startRun } from '@btbc/contract/mining.ts'
import { claimFolder } from '@btbc/database/owner.ts'
import { expect, onTestFinished, test } from 'vitest'

import { call, logIn, ok } from '#api.ts'
import { runAudit, runReset } from '#commands.ts'
import { postgresOf } from '#database.ts'
import { makeEmptyDirectory, removeDataDirectory, startProduct } from '#product.ts'

const LONG = 240_000

test(
  'a reset touches nothing while the server runs, and afterwards makes the next start a first start',
  async () => {
    const dataDirectory = makeEmptyDirectory()
    const first = await startProduct(dataDirectory)
    onTestFinished(async () => {
      await first.end('SIGKILL')
      removeDataDirectory(dataDirectory)
    })
    const token = await logIn(first.url, 'alice@btbc.test', 'btbc-test-1')
    ok(await call(first.url, startRun, {}, { token, key: 'before' }))

    const refused = runReset(dataDirectory)
    expect(refused.status).toBe(1)
    expect(refused.stderr).toContain(`process ${first.process.pid}`)
    const elsewhere = runReset(dataDirectory, { DATABASE_URL: 'postgres://127.0.0.1:1/books' })
    expect(elsewhere.status).toBe(1)
    expect(elsewhere.stderr).toContain('DATABASE_URL')
    // Nor does a second server on a database of its own work in it.
    const { url } = postgresOf(dataDirectory)
    await expect(startProduct(dataDirectory, { DATABASE_URL: url })).rejects.toThrow(
      `is in use by process ${first.process.pid}`,
    )
    expect(ok(await call(first.url, readTeam, {}, { token })).team.runs).toHaveLength(1)
    expect(runAudit(dataDirectory)).toMatchObject({ findings: [], status: 0 })

    await first.end('SIGTERM')
    expect(runReset(dataDirectory)).toMatchObject({ status: 0, stderr: '' })
    expect(existsSync(dataDirectory)).toBe(false)

    const second = await startProduct(dataDirectory)
    onTestFinished(() => second.end('SIGKILL'))
    const again = await logIn(second.url, 'alice@btbc.test', 'btbc-test-1')
    const { team } = ok(await call(second.url, readTeam, {}, { token: again }))
    expect(team.runs).toEqual([])
    expect(runAudit(dataDirectory)).toMatchObject({ findings: [], status: 0 })
  },
  LONG,
)

test('a reset removes nothing of a server whose database is elsewhere, and all of a killed one', () => {
  const folder = makeEmptyDirectory()
  onTestFinished(() => removeDataDirectory(folder))
  writeFileSync(path.join(folder, 'chain.seed'), 'a seed')
  claimFolder(folder)
  const refused = runReset(folder)
  expect(refused.stderr).toContain(`running as process ${process.pid}`)
  expect(readFileSync(path.join(folder, 'chain.seed'), 'utf8')).toBe('a seed')
  writeFileSync(path.join(folder, 'owner'), 'of a process that was killed')
  // What somebody who is killed was writing.
  for (const draft of ['proof.key.new', 'restore.unfinished.new']) {
    writeFileSync(path.join(folder, draft), 'half a')
  }
  expect(runReset(folder)).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(folder)).toBe(false)
})

test('a reset removes nothing from a folder that holds more than ours', () => {
  const folder = makeEmptyDirectory()
  onTestFinished(() => removeDataDirectory(folder))
  writeFileSync(path.join(folder, 'chain.seed'), 'a seed')
  writeFileSync(path.join(folder, 'letters.txt'), 'dear')
  const refused = runReset(folder)
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('letters.txt')
  expect(readFileSync(path.join(folder, 'chain.seed'), 'utf8')).toBe('a seed')
})
