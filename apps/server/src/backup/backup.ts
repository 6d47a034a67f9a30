import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'

import { type Db, openDatabase } from '@btbc/database/database.ts'
import {
  dumpDatabase,
  isEmptyDatabase,
  loadDatabase,
  whyNotFillable,
  whyNotLoadable,
} from '@btbc/database/dump.ts'
import { moveWhole } from '@btbc/database/durable-file.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { sql } from 'kysely'

import { openKeys, readSeed } from '#chain/keys.ts'
import { readPin } from '#chain/pin.ts'

import {
  beginRestore,
  contentOf,
  copyHeads,
  copyRest,
  endRestore,
  putBack,
  refuseWithin,
} from './data-directory.ts'
import { type Manifest, readManifest, writeManifest } from './manifest.ts'

/** The whole house as one folder, and back: database and data directory, which belong to each other. */

const ROWS = 'database'
const FILES = 'files'
const ADDRESSES_LEFT = 1_000_000

type Place = {
  databaseUrl: string
  dataDirectory: string
  chainSeed?: string | undefined
}

/** Takes a back-up while the server runs. The folder has its name once all of it is on the disk. */
export async function backUp(
  { databaseUrl, dataDirectory, chainSeed }: Place,
  { folder, at }: { folder: string; at: Date },
): Promise<void> {
  if (existsSync(folder)) {
    throw new Error(`${folder} is there already: a back-up is never written over.`)
  }
  refuseWithin(dataDirectory, folder)
  const install = await readInstall(databaseUrl)
  refuseOther(install, { directory: dataDirectory, configured: chainSeed })
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(path.join(unfinished, ROWS), { recursive: true, mode: 0o700 })
  copyHeads(dataDirectory, path.join(unfinished, FILES))
  const database = await dumpDatabase(databaseUrl, path.join(unfinished, ROWS))
  await copyRest(dataDirectory, path.join(unfinished, FILES))
  await writeManifest(unfinished, { at: at.toISOString(), install, database })
  moveWhole(unfinished, folder)
}

/** Checks the whole back-up before anything is written: what it is of, and that it can be used here. */
export async function checkBackup(folder: string, chainSeed?: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const fault = whyNotLoadable(manifest.database)
  if (fault !== undefined) throw new Error(`The back-up in ${folder} ${fault}.`)
  refuseOther(manifest.install, { directory: path.join(folder, FILES), configured: chainSeed })
  return manifest
}

/** The data directory is made anew; a database is opened in it by `open` unless it is elsewhere. */
export async function restore(
  folder: string,
  place: Omit<Place, 'databaseUrl'> & {
    open: () => Promise<{ databaseUrl: string; close: () => Promise<void> }>
  },
): Promise<Manifest> {
  const { dataDirectory, chainSeed, open } = place
  const manifest = await checkBackup(folder, chainSeed)
  const [found] = contentOf(dataDirectory)
  if (found !== undefined) {
    throw new Error(
      `${dataDirectory} is not empty (${found}): restore into another BTBC_DATA_DIR, or empty it with npm run reset. Nothing was written.`,
    )
  }
  beginRestore(dataDirectory)
  const { databaseUrl, close } = await open()
  try {
    const fault = (await isEmptyDatabase(databaseUrl))
      ? await whyNotFillable(databaseUrl)
      : await describeFull(databaseUrl, manifest)
    if (fault !== undefined) {
      endRestore(dataDirectory)
      throw new Error(fault)
    }
    await loadDatabase(databaseUrl, path.join(folder, ROWS), manifest.database)
    await migrate(databaseUrl)
    await leaveBehind(databaseUrl)
  } finally {
    await close()
  }
  putBack(path.join(folder, FILES), dataDirectory)
  endRestore(dataDirectory)
  return manifest
}

async function leaveBehind(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { connectionsMax: 1 })
  try {
    await leaveAddresses(db)
    await letNobodyIn(db)
  } finally {
    await db.destroy()
  }
}

/**
 * An address that was first shown after the back-up has somebody who may send coins there: nobody else
 * is given it. The next one is far behind all that can have been shown.
 */
async function leaveAddresses(db: Db): Promise<void> {
  await sql`
    select setval(pg_get_serial_sequence('deposit_address', 'hd_index'),
      (select coalesce(max(hd_index), 0) + ${ADDRESSES_LEFT}::integer from deposit_address))
  `.execute(db)
}

/** What lets somebody in, or is half of that. */
const WAYS_IN = [
  'session',
  'operator_session',
  'step_up',
  'code',
  'operator_invitation',
  'operator_passkey',
  'operator_challenge',
  'passkey_registration',
  'passkey_login',
]

/**
 * What was ended after the back-up, a thief's session, key or passkey, would be open again: everybody
 * comes in anew, and no passkey of a member does so by itself before it has confirmed something.
 * Operators add theirs again: password and authenticator let them in.
 */
async function letNobodyIn(db: Db): Promise<void> {
  for (const each of WAYS_IN) {
    await sql`delete from ${sql.table(each)}`.execute(db)
  }
  await sql`update api_key set revoked_at = now() where revoked_at is null`.execute(db)
  await sql`update passkey set opens = false`.execute(db)
}

async function describeFull(databaseUrl: string, { install }: Manifest): Promise<string> {
  const other = await readInstall(databaseUrl).catch(() => null)
  const whose = other === null ? '' : other === install ? ' of this install' : ` of ${other}`
  return `The database is not empty: it holds books${whose}. Name an empty one in DATABASE_URL. Nothing was written.`
}

/** The custody address that the books are bound to. */
async function readInstall(databaseUrl: string): Promise<string | null> {
  const db = openDatabase(databaseUrl, { connectionsMax: 1 })
  try {
    return (await readPin(db))?.hotAddress ?? null
  } finally {
    await db.destroy()
  }
}

/** Rows of one house beside the keys of another are no back-up of either. */
function refuseOther(
  install: string | null,
  seed: { directory: string; configured: string | undefined },
): void {
  if (install === null) return
  const found = openKeys(readSeed({ ...seed, isFirst: false })).address('hot')
  if (found === install) return
  throw new Error(
    `The books belong to the custody address ${install}, and the seed in ${seed.directory} makes ${found}: they are of two installs. Nothing was written.`,
  )
}
