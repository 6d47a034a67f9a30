import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@btbc/database/database.ts'
import { chainEntries } from '@btbc/ledger/chain.ts'
import { listLines } from '@btbc/ledger/lines.ts'

const CHORES_EVERY_MS = 1_000

/** What the server does with the entries meanwhile, as often as it does it. */
export function startChores(db: Db): () => Promise<void> {
  const stopping = new AbortController()
  const work = async () => {
    while (!stopping.signal.aborted) {
      await chainEntries(db)
      await listLines(db)
      await sleep(CHORES_EVERY_MS)
    }
  }
  const working = work()
  return async () => {
    stopping.abort()
    await working
  }
}
