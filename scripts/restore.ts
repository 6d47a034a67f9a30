/**
 * Makes a house of a back-up: `npm run restore -- <folder>`, into an empty BTBC_DATA_DIR, and into the
 * empty database at DATABASE_URL if there is one. Nothing is written before all of it has been checked.
 */

import path from 'node:path'
import { restore } from '../apps/server/src/backup/backup.ts'
import { readConfig } from '../apps/server/src/config.ts'
import { startPostgres } from '../packages/database/src/postgres.ts'

const [folder] = process.argv.slice(2)
try {
  if (folder === undefined) throw new Error('usage: npm run restore -- <folder>')
  await run(path.resolve(folder))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function run(from: string): Promise<void> {
  const { dataDirectory, databaseUrl, chainSeed } = readConfig(process.env)
  const open = async () => {
    if (databaseUrl !== undefined) return { databaseUrl, close: async () => undefined }
    const own = await startPostgres({ directory: path.join(dataDirectory, 'postgres') })
    return { databaseUrl: own.url, close: own.stop }
  }
  const { at } = await restore(from, { dataDirectory, chainSeed, open })
  console.log(
    `${dataDirectory} is the house as it was at ${at}. Look with npm run audit, then npm start.`,
  )
}
