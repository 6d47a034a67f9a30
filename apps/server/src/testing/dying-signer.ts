import { spawn } from 'node:child_process'
import path from 'node:path'

import { CONFIRMATIONS } from '#chain/chain.ts'
import type { TestChain } from './chain.ts'
import { signOnce, type SignerTask } from './signer-turn.ts'

/** The signer in a process of its own, which dies where it is told. */

const PROCESS = path.resolve(import.meta.dirname, 'signer-process.ts')

/** Turns and blocks until the process dies at its step; false when it never comes there. */
export async function driveUntilKilled(chain: TestChain, task: SignerTask): Promise<boolean> {
  for (let turn = 0; turn < 4; turn += 1) {
    if (await runSigner(task)) return true
    await chain.mine(CONFIRMATIONS)
  }
  return false
}

/** What the next start makes of what the dead one left; nobody dies here, so it needs no process. */
export async function driveToTheEnd(chain: TestChain, task: SignerTask): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await signOnce(task)
    await chain.mine(CONFIRMATIONS)
  }
}

/** Whether it was killed; any other end than a good one is an error. */
async function runSigner(task: SignerTask): Promise<boolean> {
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
