import type { Db, Tx } from '@btbc/database/database.ts'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'

import { inTx } from './kills.ts'
import type { TestServer } from './server.ts'

/** For tests of what comes at the same moment: somebody has hold of rows, and others wait for them. */

/** Work in a transaction that stays open; answers how to let go of what it has hold of, by its commit. */
export async function holdOpen(
  server: TestServer,
  run: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const open = inTx(server, async (tx) => {
    await run(tx)
    done.resolve()
    await asked.promise
  })
  const letGo = async () => {
    asked.resolve()
    await open
  }
  onTestFinished(letGo)
  await Promise.race([done.promise, open])
  return letGo
}

/** How many connections wait for what somebody else has hold of. */
export async function countHeldUp({ db }: { db: Db }): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::integer as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Until a connection waits so. */
export async function waitForWaiting(db: Db): Promise<void> {
  await expect.poll(() => countHeldUp({ db }), { interval: 10 }).toBeGreaterThan(0)
}
