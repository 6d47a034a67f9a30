import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { writeWhole } from '@btbc/database/durable-file.ts'
import { claimFolder, leaveFolder, OWNER } from '@btbc/database/owner.ts'

import { stateFile } from '#chain/anvil-state.ts'

/** What lies in the data directory beside the database, and how it is copied while the server works on it. */

const DATABASE = 'postgres'
const CHAIN = 'chain'
/** Without it a server does not start on a database that has books: it goes last. */
const SEED = 'chain.seed'
/** Lines that are added to what the database says: older ones than it are right, younger ones are not. */
const HEADS = 'operator-log.heads'
const UNFINISHED = 'restore.unfinished'
const TRIES_MAX = 60
const AGAIN_MS = 500

/** What has to be older than the rows. */
export function copyHeads(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  copy(path.join(from, HEADS), path.join(to, HEADS))
}

/** All else, copied after the rows: what they name is there, and the chain is not behind them. */
export async function copyRest(from: string, to: string): Promise<void> {
  const names = existsSync(from) ? readdirSync(from) : []
  for (const name of names.filter((each) => ![DATABASE, CHAIN, HEADS, OWNER].includes(each))) {
    if (!isDraft(name)) copy(path.join(from, name), path.join(to, name))
  }
  const chain = path.join(from, CHAIN)
  if (!existsSync(stateFile(chain))) return
  mkdirSync(path.join(to, CHAIN), { mode: 0o700 })
  writeWhole(stateFile(path.join(to, CHAIN)), await readChainState(chain), { mode: 0o600 })
}

/** Puts everything back; whoever is killed meanwhile leaves a place in which no server starts. */
export function putBack(from: string, to: string): void {
  const names = readdirSync(from).filter((name) => name !== SEED)
  for (const name of [...names, SEED]) copy(path.join(from, name), path.join(to, name))
}

export function beginRestore(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  claimFolder(directory)
  writeWhole(path.join(directory, UNFINISHED), 'A restore is under way here.\n')
}

export function endRestore(directory: string): void {
  rmSync(path.join(directory, UNFINISHED))
  leaveFolder(directory)
}

/** A server on half of a house would take it for a new one. */
export function refuseUnfinished(directory: string): void {
  if (!existsSync(path.join(directory, UNFINISHED))) return
  throw new Error(
    `A restore into ${directory} did not come to its end. Empty it with npm run reset, and restore once more; a database at DATABASE_URL is made anew before.`,
  )
}

/** What is there besides nothing, and besides the mark of who was here. */
export function contentOf(directory: string): string[] {
  const names = existsSync(directory) ? readdirSync(directory) : []
  return names.filter((name) => name !== OWNER)
}

/** A back-up within what it is taken of would copy itself into itself, and go where the house goes. */
export function refuseWithin(directory: string, folder: string): void {
  const [first] = path.relative(placeOf(directory), placeOf(folder)).split(path.sep)
  if (first === '..') return
  throw new Error(
    `${folder} lies within the data directory ${directory}: take the back-up into another place. Nothing was written.`,
  )
}

/** Where it really lies, or would, as parents may be links. */
function placeOf(wanted: string): string {
  if (existsSync(wanted)) return realpathSync(wanted)
  return path.join(placeOf(path.dirname(wanted)), path.basename(wanted))
}

function isDraft(name: string): boolean {
  return name.endsWith('.new')
}

function copy(from: string, to: string): void {
  if (!existsSync(from)) return
  if (!statSync(from).isDirectory()) {
    writeWhole(to, readFileSync(from), { mode: 0o600 })
    return
  }
  mkdirSync(to, { mode: 0o700 })
  for (const name of readdirSync(from)) {
    if (!isDraft(name)) copy(path.join(from, name), path.join(to, name))
  }
}

/** The node writes its state in place every few seconds: it is read when it is whole. */
async function readChainState(chain: string): Promise<Buffer> {
  const file = stateFile(chain)
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const before = statSync(file).mtimeMs
    const bytes = readFileSync(file)
    if (statSync(file).mtimeMs === before && isWhole(bytes)) return bytes
    await wait(AGAIN_MS)
  }
  throw new Error(`${file} is not whole: start the server once, and take the back-up then.`)
}

function isWhole(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}
