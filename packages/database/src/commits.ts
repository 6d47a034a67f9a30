/** Who is asked before each commit, and told how it ended. */

import type { Kysely, Transaction, TransactionBuilder } from 'kysely'
import type { Tables } from '#tables.ts'

/**
 * Asked when the work of a transaction is done, right before the database is asked to commit it; what
 * it answers is told the end. A commit whose answer was lost counts as none. Must not throw.
 */
export type CommitWatcher = (
  tx: Transaction<Tables>,
) => ((isCommitted: boolean) => void) | undefined

const watchers = new WeakMap<Kysely<Tables>, Set<CommitWatcher>>()

/** Watches every transaction of this handle; answers how to stop. */
export function watchCommits(db: Kysely<Tables>, watcher: CommitWatcher): () => void {
  const known = watchers.get(db) ?? new Set()
  watchers.set(db, known.add(watcher))
  return () => known.delete(watcher)
}

/** The same builder, whose transactions are watched. */
export function watched(
  db: Kysely<Tables>,
  builder: TransactionBuilder<Tables>,
): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder)
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  const setAccessMode = builder.setAccessMode.bind(builder)
  return Object.assign(builder, {
    setIsolationLevel: (...level: Parameters<typeof setIsolationLevel>) =>
      watched(db, setIsolationLevel(...level)),
    setAccessMode: (...mode: Parameters<typeof setAccessMode>) =>
      watched(db, setAccessMode(...mode)),
    async execute<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
      const tellings: ((isCommitted: boolean) => void)[] = []
      let isCommitted = false
      try {
        const result = await execute(async (tx) => {
          const done = await work(tx)
          for (const watcher of watchers.get(db) ?? []) {
            const tell = watcher(tx)
            if (tell) tellings.push(tell)
          }
          return done
        })
        isCommitted = true
        return result
      } finally {
        for (const tell of tellings) tell(isCommitted)
      }
    },
  })
}
