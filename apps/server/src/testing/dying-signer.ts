import { CONFIRMATIONS } from '#chain/chain.ts'
import type { TestChain } from './chain.ts'
import { isKilledAt } from './dying-process.ts'
import { signOnce, type SignerTask } from './signer-turn.ts'

/** The signer in a process of its own, which dies where it is told. */

/** Turns and blocks until the process dies at its step; false when it never comes there. */
export async function driveUntilKilled(chain: TestChain, task: SignerTask): Promise<boolean> {
  for (let turn = 0; turn < 4; turn += 1) {
    if (await isKilledAt('signer-process.ts', task)) return true
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
