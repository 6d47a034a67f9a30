import path from 'node:path'

import { isEmptyDatabase } from '@btbc/database/dump.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { startTestServer } from '#testing/server.ts'

import { backUp, restore } from './backup.ts'
import { contentOf } from './data-directory.ts'

test('an owner who may not fill a database is refused before anything is written, and fills it once allowed', async () => {
  const { databaseUrl, dataDirectory } = await startTestServer()
  const place = makeTestPlace()
  const folder = path.join(place, 'backup')
  await backUp({ databaseUrl, dataDirectory }, { folder, at: new Date() })

  const database = await createTestDatabase('template0')
  const owner = `owner_${process.pid}`
  const url = new URL(database.url)
  const run = async (statement: string) => void (await sql.raw(statement).execute(database.db))
  await run(`create role ${owner} login password 'for-this-test' createrole`)
  await run(`alter database ${url.pathname.slice(1)} owner to ${owner}`)
  url.username = owner
  url.password = 'for-this-test'
  onTestFinished(async () => {
    await run(`revoke set on parameter session_replication_role from ${owner}`)
    await run(`reassign owned by ${owner} to current_user`)
    await run(`drop owned by ${owner}`)
    await run(`drop role ${owner}`)
    await database.drop()
    removeTestPlace(place)
  })
  const anew = path.join(place, 'anew')
  const open = async () => ({ databaseUrl: url.href, close: async () => undefined })
  await expect(restore(folder, { dataDirectory: anew, open })).rejects.toThrow(
    `grant set on parameter session_replication_role to ${owner}`,
  )
  expect(await isEmptyDatabase(url.href)).toBe(true)
  expect(contentOf(anew)).toEqual([])

  await run(`grant set on parameter session_replication_role to ${owner}`)
  await restore(folder, { dataDirectory: anew, open })
  expect(await isEmptyDatabase(url.href)).toBe(false)
})
