import type { Db, Tx } from '@btbc/database/database.ts'
import type { KyselyPlugin } from 'kysely'

import type { At } from './clock.ts'

/**
 * Nearly always nothing is due, and to begin and end a transaction for each who looks takes longer than the
 * looks. So they look in one, in which nothing is done: it is over with the first row that is found, and
 * whoever found it runs by itself. What failed while looking is run by itself too, and fails or not where it
 * is heard.
 */

type Sweep = { run: (tx: Tx, at: At) => Promise<number> }

export type Looks = {
  /** Whether it found nothing when it looked, since which nobody has done anything. */
  isQuiet(sweep: Sweep): Promise<boolean>
  /** How much one did that ran by itself: where it was nothing, it finds rows of which none is due, and need not look. */
  ran(sweep: Sweep, handled: number): void
}

class Found extends Error {}

const overAtTheFirstRow: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    if (result.rows.length > 0 || (result.numAffectedRows ?? 0n) > 0n) throw new Found()
    return result
  },
}

/** In the order in which they run; those in `apart` do not look. `begin` answers the moment to look at. */
export function openLooks(
  { db, begin }: { db: Db; begin: () => Promise<At> },
  sweeps: readonly Sweep[],
  apart: Set<Sweep>,
): Looks {
  const quiet = new Set<Sweep>()
  const look = async (first: Sweep): Promise<void> => {
    const at = await begin()
    const found: Sweep[] = []
    await inOne(db, async (tx) => {
      for (const sweep of sweeps.slice(sweeps.indexOf(first))) {
        if (apart.has(sweep)) continue
        if (!(await isNothing(sweep, tx, at))) throw new Found()
        found.push(sweep)
      }
    })
    quiet.clear()
    for (const sweep of found) quiet.add(sweep)
  }
  const isNothing = async (sweep: Sweep, tx: Tx, at: At): Promise<boolean> => {
    try {
      return (await sweep.run(tx, at)) === 0
    } catch (error) {
      if (!(error instanceof Found)) apart.add(sweep)
      return false
    }
  }
  return {
    async isQuiet(sweep) {
      if (apart.has(sweep)) return false
      if (!quiet.has(sweep)) await look(sweep)
      return quiet.delete(sweep)
    },
    ran(sweep, handled) {
      if (handled === 0) apart.add(sweep)
      else quiet.clear()
    },
  }
}

async function inOne(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  try {
    await db.transaction().execute((tx) => work(tx.withPlugin(overAtTheFirstRow)))
  } catch (error) {
    if (!(error instanceof Found)) throw error
  }
}
