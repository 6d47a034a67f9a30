import {
  type Db,
  isRefusal,
  openPipeline,
  type Pipeline,
  prepare,
  type Statement,
} from '@btbc/database/database.ts'
import {
  type BalanceRow,
  type LockedRow,
  lockStatement,
  readLocked,
  readStatement,
} from '@btbc/ledger/lock.ts'

/**
 * The connection that settles: one transaction at a time, in two trips to the database. The first
 * begins it and locks the accounts; the second writes what came of the batch and commits.
 */
export type Committer = {
  /** What each of these accounts has available, locked until the end. */
  begin(accounts: Float64Array): Promise<Map<number, number>>
  /** Ends the transaction of a batch that came to nothing. */
  leave(): Promise<void>
  /**
   * Writes and commits; answers what the wanted accounts hold then. `DoubtfulCommit` says that it may
   * have been committed all the same; after any other error it certainly was not.
   */
  commit(settlement: Statement, wanted: readonly number[]): Promise<BalanceRow[]>
  close(): Promise<void>
}

export class DoubtfulCommit extends Error {
  constructor(cause: unknown) {
    super('The commit of a batch was not answered', { cause })
  }
}

const BEGIN = { text: prepare('exchange_begin', 'begin'), values: [] }
const COMMIT = { text: prepare('exchange_commit', 'commit'), values: [] }
const ROLLBACK = { text: prepare('exchange_rollback', 'rollback'), values: [] }
const LOCK_WAIT_MS_MAX = 3_000

export async function openCommitter(db: Db): Promise<Committer> {
  const pipeline = await openPipeline(db, LOCK_WAIT_MS_MAX)
  return {
    async begin(accounts) {
      const [, locked] = await Promise.all([
        pipeline.run(BEGIN),
        pipeline.run<LockedRow>(lockStatement(accounts)),
      ])
      return readLocked(accounts, locked)
    },
    async leave() {
      await pipeline.run(ROLLBACK)
    },
    commit: (settlement, wanted) => commit(pipeline, settlement, wanted),
    close: () => pipeline.close(),
  }
}

async function commit(
  pipeline: Pipeline,
  settlement: Statement,
  wanted: readonly number[],
): Promise<BalanceRow[]> {
  const [settled, read, committed] = await Promise.allSettled([
    pipeline.run(settlement),
    wanted.length === 0 ? [] : pipeline.run<BalanceRow>(readStatement(wanted)),
    // After a refused statement PostgreSQL turns this into a rollback.
    pipeline.run(COMMIT),
  ])
  const failed = [settled, read].find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') {
    throw isRefusal(failed.reason) ? failed.reason : new DoubtfulCommit(failed.reason)
  }
  if (committed.status === 'rejected') throw new DoubtfulCommit(committed.reason)
  return read.status === 'fulfilled' ? read.value : []
}
