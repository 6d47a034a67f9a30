import { isKilledAt } from './dying-process.ts'
import type { TestServer } from './server.ts'

/** Whether whoever pays locks and funds, in a process of its own, died in the middle of a batch. */
export async function payUntilKilled(server: TestServer, dieInBatch: number): Promise<boolean> {
  const task = { database: server.databaseUrl, now: server.clock.now().toISOString(), dieInBatch }
  return await isKilledAt('payout-process.ts', task)
}
