import type { Db, Tx } from '#database.ts'

/** Reads of one moment: what others commit meanwhile is not seen, and nothing is written. */
export async function atOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}
