import { openDatabase } from '@btbc/database/database.ts'
import * as z from 'zod/mini'

import { fundSweeps } from '#modules/fund/fund.jobs.ts'
import { lockSweeps } from '#modules/lock/lock.jobs.ts'

/**
 * Pays what is due of locks and funds in a process of its own, which ends itself with SIGKILL in the
 * middle of a batch: all of it is written and none of it committed. Run by tests only.
 */
const Task = z.object({ database: z.string(), now: z.string(), dieInBatch: z.int() })

const task = Task.parse(JSON.parse(process.argv[2] ?? ''))
const db = openDatabase(task.database, { connectionsMax: 1 })
const now = new Date(task.now)
let batch = 0
for (const { run } of [...lockSweeps, ...fundSweeps]) {
  let handled = Infinity
  while (handled > 0) {
    handled = await db.transaction().execute(async (tx) => {
      const paid = await run(tx, { now, wallNow: now })
      batch += 1
      if (batch === task.dieInBatch) process.kill(process.pid, 'SIGKILL')
      return paid
    })
  }
}
await db.destroy()
