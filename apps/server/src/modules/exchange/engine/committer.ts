import {
  type Db,
  isRefusal,
  openPipeline,
  type Pipeline,
  prepare,
  type Statement,
} from '@btbc/database/database.ts'
import {
  type AvailableRow,
  type BalanceRow,
  lockStatement,
  prepareLook,
  readAvailable,
  readStatement,
} from '@btbc/ledger/lock.ts'

/**
 * Two connections: one looks at the balances of the next batch while the other writes the last one.
 * A batch takes a trip on each.
 */
export type Committer = {
  /** What each of these accounts has available, and the sequence of a market at that moment. */
  look(accounts: Float64Array, marketId: number): Promise<Seen>
  /** Begins the transaction of the next batch, and keeps others from these accounts until its end. */
  lock(accounts: Float64Array): Promise<Map<number, bigint>>
  /** Ends the transaction of a batch that came to nothing. */
  leave(): Promise<void>
  /**
   * Writes and commits; answers what the wanted accounts hold then. `UnknownCommitOutcome` says that it may
   * have been committed all the same; after any other error it certainly was not.
   */
  commit(settlement: Statement, wanted: readonly number[]): Promise<BalanceRow[]>
  close(): Promise<void>
}

export type Seen = { available: Map<number, bigint>; sequence: number }

export class UnknownCommitOutcome extends Error {
  constructor(cause: unknown) {
    super('The commit of a batch was not answered', { cause })
  }
}

const BEGIN = { text: prepare('exchange_begin', 'begin'), values: [] }
const COMMIT = { text: prepare('exchange_commit', 'commit'), values: [] }
const ROLLBACK = { text: prepare('exchange_rollback', 'rollback'), values: [] }
const lookStatement = prepareLook(
  'exchange_look',
  'select sequence::float8 from market_lease where market_id = $2',
)
const LOCK_WAIT_MS_MAX = 3_000

export async function openCommitter(db: Db): Promise<Committer> {
  const [writing, looking] = await openBoth(db)
  let hasBegun = false
  return {
    async look(accounts, marketId) {
      const rows = await looking.run<AvailableRow & { beside: number }>(
        lookStatement(accounts, [marketId]),
      )
      return { available: readAvailable(accounts, rows), sequence: rows[0]?.beside ?? 0 }
    },
    async lock(accounts) {
      hasBegun = true
      const [, rows] = await Promise.all([
        writing.run(BEGIN),
        writing.run<AvailableRow>(lockStatement(accounts)),
      ])
      return readAvailable(accounts, rows)
    },
    async leave() {
      hasBegun = false
      await writing.run(ROLLBACK)
    },
    async commit(settlement, wanted) {
      const isOpen = hasBegun
      hasBegun = false
      return await commit(writing, isOpen, settlement, wanted)
    },
    async close() {
      await Promise.all([writing.close(), looking.close()])
    },
  }
}

async function openBoth(db: Db): Promise<[Pipeline, Pipeline]> {
  const writing = await openPipeline(db, LOCK_WAIT_MS_MAX)
  try {
    return [writing, await openPipeline(db, LOCK_WAIT_MS_MAX)]
  } catch (error) {
    await writing.close()
    throw error
  }
}

/** One statement is a transaction of its own, unless one was begun for the locks. */
async function commit(
  pipeline: Pipeline,
  hasBegun: boolean,
  settlement: Statement,
  wanted: readonly number[],
): Promise<BalanceRow[]> {
  const [settled, committed, read] = await Promise.allSettled([
    pipeline.run(settlement),
    // After a refused statement PostgreSQL turns this into a rollback.
    hasBegun ? pipeline.run(COMMIT) : undefined,
    wanted.length === 0 ? [] : pipeline.run<BalanceRow>(readStatement(wanted)),
  ])
  if (settled.status === 'rejected' && isRefusal(settled.reason)) throw settled.reason
  for (const step of [settled, committed, read]) {
    if (step.status === 'rejected') throw new UnknownCommitOutcome(step.reason)
  }
  return read.status === 'fulfilled' ? read.value : []
}
