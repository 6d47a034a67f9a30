import type { Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'

import type { TestServer } from './server.ts'

/** Work in a transaction, for tests of what is left when it is killed. */

export async function inTx<Answer>(
  { db }: TestServer,
  run: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return await db.transaction().execute(run)
}

/** All of it is written, and the connection is lost before the commit. */
export async function killed(server: TestServer, run: (tx: Tx) => Promise<unknown>): Promise<void> {
  const lost = inTx(server, async (tx) => {
    await run(tx)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
  })
  await expect(lost).rejects.toThrow()
}
