// Empties the data directory: the next start is a first start.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { ownerOf } from '@btbc/database/owner.ts'
import { removeCluster } from '@btbc/database/postgres-files.ts'
import { findOwner } from '@btbc/database/postgres.ts'

/** What the server keeps there, besides the database, which goes last: it says whose the others are. */
const FILES = [
  'chain',
  'chain.seed',
  'install.token',
  'operator-log.heads',
  'operator-log.key',
  'owner',
  'proof.key',
  'restore.unfinished',
  'sandbox-provider',
  'uploads',
]
/** Who is killed while writing a file leaves a draft of it beside. */
const OURS = new Set([...FILES.flatMap((name) => [name, `${name}.new`]), 'postgres'])

const directory = path.resolve(process.env['BTBC_DATA_DIR'] || '.data')
const database = path.join(directory, 'postgres')
const refusal = whyNot()
if (refusal === undefined) {
  for (const name of FILES) rmSync(path.join(directory, name), { recursive: true, force: true })
  removeCluster(database)
  rmSync(directory, { recursive: true, force: true })
  console.log(`Removed ${directory}. The next start begins with fresh sample data.`)
} else {
  console.error(`${refusal} Nothing was removed.`)
  process.exitCode = 1
}

function whyNot(): string | undefined {
  if (process.env['DATABASE_URL']) {
    return 'The books are in the database at DATABASE_URL, and a reset does not reach it: make that one anew, and empty the data directory with DATABASE_URL= npm run reset.'
  }
  const owner = ownerOf(directory) ?? findOwner(database)
  if (owner !== undefined) return `The server is running as process ${owner}. Stop it first.`
  const content = existsSync(directory) ? readdirSync(directory) : []
  const others = content.filter((name) => !OURS.has(name))
  if (others.length === 0) return undefined
  return `${directory} holds what is not ours (${others.slice(0, 3).join(', ')}): move it away, or see BTBC_DATA_DIR.`
}
