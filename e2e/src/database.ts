import path from 'node:path'

import { type Db, openDatabase } from '@btbc/database/database.ts'
import { findRunningPostgres } from '@btbc/database/postgres.ts'

/** The database of a product that runs, as whoever sits at its machine reaches it. */

export function postgresOf(dataDirectory: string): { url: string; pid: number } {
  const postgres = findRunningPostgres(path.join(dataDirectory, 'postgres'))
  if (postgres === undefined) throw new Error('no PostgreSQL runs on this data directory')
  return postgres
}

/** For what takes people days, or more of them than a test has. */
export async function inDatabase(
  dataDirectory: string,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const db = openDatabase(postgresOf(dataDirectory).url, { connectionsMax: 1 })
  try {
    await work(db)
  } finally {
    await db.destroy()
  }
}
