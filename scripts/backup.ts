/**
 * Takes a back-up of database and data directory: `npm run backup -- <folder>`, while the server runs or
 * not. With DATABASE_URL it takes the rows from there.
 */

import path from 'node:path'
import { backUp } from '../apps/server/src/backup/backup.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { findRunningPostgres, startPostgres } from '../packages/database/src/postgres.ts'

const [folder] = process.argv.slice(2)
try {
  if (folder === undefined) throw new Error('usage: npm run backup -- <folder>')
  await run(path.resolve(folder))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(to: string): Promise<void> {
  const { dataDirectory, databaseUrl, chainSeed } = readConfig(process.env)
  const directory = path.join(dataDirectory, 'postgres')
  const known = databaseUrl ?? findRunningPostgres(directory)?.url
  const own = known === undefined ? await startPostgres({ directory }) : undefined
  try {
    const place = { databaseUrl: known ?? own?.url ?? '', dataDirectory, chainSeed }
    await backUp(place, { folder: to, at: new Date() })
    console.log(`The house is in ${to}. It holds every key: keep it as you keep those.`)
  } finally {
    await own?.stop()
  }
}
