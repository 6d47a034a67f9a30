// Empties the data directory: the next start is a first start.
import { rmSync } from 'node:fs'
import path from 'node:path'

import { findOwner } from '@btbc/database/postgres.ts'

const directory = path.resolve(process.env['BTBC_DATA_DIR'] ?? '.data')
const owner = findOwner(path.join(directory, 'postgres'))
if (process.env['DATABASE_URL']) {
  refuse('The books are in the database at DATABASE_URL, and a reset does not reach it.')
} else if (owner === undefined) {
  rmSync(directory, { recursive: true, force: true })
  console.log(`Removed ${directory}. The next start begins with fresh sample data.`)
} else {
  refuse(`The server is running as process ${owner}. Stop it first.`)
}

function refuse(reason: string): void {
  console.error(`${reason} Nothing was removed.`)
  process.exitCode = 1
}
