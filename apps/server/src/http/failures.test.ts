import { openDatabase } from '@btbc/database/database.ts'
import { createTestDatabase } from '@btbc/database/testing.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'

import { refusalOf } from './failures.ts'

test('whoever gets no connection to the database in time is told so, and does not wait for ever', async () => {
  const database = await createTestDatabase()
  const db = openDatabase(database.url, { connectionsMax: 1, connectionWaitMaxMs: 50 })
  onTestFinished(async () => {
    await db.destroy()
    await database.drop()
  })
  const question = () => sql`select 1`.execute(db)
  // One connection is there, however long it took: from here on nobody waits for a new one.
  await expect.poll(() => question().then(() => 'answered', String)).toBe('answered')
  const late = await db.transaction().execute(() => question().catch((error: unknown) => error))
  expect(refusalOf(late)?.code).toBe('unavailable')
  await question()
})
