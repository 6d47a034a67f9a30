import { spawn } from 'node:child_process'
import path from 'node:path'

import type { TestServer } from './server.ts'

/** Whoever pays locks and funds in a process of its own, which dies in the middle of a batch. */

const PROCESS = path.resolve(import.meta.dirname, 'payout-process.ts')

/** Whether the process was killed; any other end than a good one is an error. */
export async function payUntilKilled(server: TestServer, dieInBatch: number): Promise<boolean> {
  const task = { database: server.databaseUrl, now: server.clock.now().toISOString(), dieInBatch }
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(task)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true)
      else if (code === 0) resolve(false)
      else reject(new Error(said))
    })
  })
}
