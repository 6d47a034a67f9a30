import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { ROOT } from './canary.ts'

/** A copy of the tree to break and throw away; what was installed and built is shared with it. */
export type Tree = {
  folder: string
  /** As it was, but for these files. */
  setFiles: (files: ReadonlyMap<string, string>) => void
  remove: () => void
}

const WORKSPACES = '@btbc'
const BUILT = ['apps/wallet/dist', 'apps/console/dist']

export function copyTree(): Tree {
  const folder = mkdtempSync(path.join(tmpdir(), 'btbc-canaries-'))
  const put = (file: string, write: (to: string) => void) => {
    const to = path.join(folder, file)
    mkdirSync(path.dirname(to), { recursive: true })
    write(to)
  }
  const link = (place: string) => {
    const from = path.join(ROOT, place)
    if (existsSync(from)) put(place, (to) => symlinkSync(from, to))
  }
  const kept = filesOfTree()
  for (const file of kept) put(file, (to) => copyFileSync(path.join(ROOT, file), to))
  BUILT.forEach(link)
  for (const room of roomsWithPackages(kept)) link(`${room}/node_modules`)
  for (const name of readdirSync(path.join(ROOT, 'node_modules'))) {
    if (name === WORKSPACES || name.startsWith('.')) continue
    link(`node_modules/${name}`)
  }
  linkWorkspaces(put)
  let changed: string[] = []
  return {
    folder,
    setFiles(files) {
      for (const file of changed) copyFileSync(path.join(ROOT, file), path.join(folder, file))
      for (const [file, text] of files) writeFileSync(path.join(folder, file), text)
      changed = [...files.keys()]
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function filesOfTree(): string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', listed, { cwd: ROOT, encoding: 'utf8' }).split('\0')
  return files.filter((file) => file !== '' && existsSync(path.join(ROOT, file)))
}

/** Rooms may have packages of their own, in versions that others do not have. */
function roomsWithPackages(files: readonly string[]): string[] {
  return files
    .filter((file) => file.endsWith('/package.json'))
    .map((file) => path.dirname(file))
    .filter((room) => existsSync(path.join(ROOT, room, 'node_modules')))
}

/** Our own packages are those of the copy: the links to them are relative. */
function linkWorkspaces(put: (file: string, write: (to: string) => void) => void): void {
  const own = path.join('node_modules', WORKSPACES)
  for (const name of readdirSync(path.join(ROOT, own))) {
    const place = path.join(own, name)
    const from = path.join(ROOT, place)
    if (!lstatSync(from).isSymbolicLink()) throw new Error(`${place} is no link`)
    const target = readlinkSync(from)
    if (path.isAbsolute(target)) throw new Error(`${place} leads out of the tree`)
    put(place, (to) => symlinkSync(target, to))
  }
}

/** A line of a file in the tree. */
export function lineOf(file: string, number: number): string {
  return readFileSync(file, 'utf8').split('\n')[number - 1] ?? ''
}
