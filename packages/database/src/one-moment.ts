import type { Db, Tx } from '#database.ts'

/** By what was given to the reader of one. */
const moments = new WeakMap<Db, Tx>()

/**
 * Reads of one moment: what others commit meanwhile is not seen, and nothing is written. Whoever reads at one
 * already goes on in it.
 */
export async function atOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  const moment = moments.get(db)
  if (moment) return await read(moment)
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      moments.set(tx, tx)
      return await read(tx)
    })
}
