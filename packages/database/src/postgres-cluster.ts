/** The files of a cluster: made whole or not at all, and never removed once they were. */

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Client, DatabaseError } from 'pg'
import { moveWhole, writeWhole } from '#durable-file.ts'
import { readIfThere } from '#keep-running.ts'
import { serverPerson } from '#postgres-files.ts'

/** Says that a whole cluster was here: from then on its absence is a loss and no first start. */
const MARK = 'made'
/** What a start makes; it gets its name once it is whole, so only a killed start leaves one. */
const UNFINISHED = 'data.unfinished-'
const NO_SUCH_DATABASE = '3D000'
const WRONG_PASSWORD = '28P01'
const WAY_OUT =
  'Nothing was touched: put back what is missing from a back-up, or begin anew with npm run reset.'

export function dataOf(directory: string): string {
  return path.join(directory, 'data')
}

/** Makes the cluster where there was none yet; what is there and is not a whole one is refused. */
export function makeIfNew(directory: string, binaries: string): void {
  const data = dataOf(directory)
  removeUnfinished(directory)
  const content = existsSync(data) ? readdirSync(data) : []
  if (content.includes('PG_VERSION')) {
    if (readPassword(directory) === '') renewPassword(directory, binaries)
    return
  }
  if (content.length > 0) {
    throw new Error(
      `${data} has no file PG_VERSION but ${content.length} others, so it is no whole database. ${WAY_OUT}`,
    )
  }
  if (existsSync(path.join(directory, MARK))) {
    throw new Error(`The database of this install was in ${data}, and is not there. ${WAY_OUT}`)
  }
  makeCluster(directory, binaries)
}

/** Says whether the cluster that runs is one of ours and whole, and marks it as made. */
export async function confirmCluster(directory: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
  } catch (cause) {
    const why = cause instanceof DatabaseError ? whyNotOurs(directory, cause.code) : undefined
    throw why === undefined ? cause : new Error(why, { cause })
  } finally {
    await client.end()
  }
  const mark = path.join(directory, MARK)
  if (!existsSync(mark)) writeWhole(mark, 'The database beside this file was made whole.\n')
}

export function clusterUrl(directory: string, port: number): string {
  return `postgres://postgres:${readPassword(directory)}@127.0.0.1:${port}/postgres`
}

function readPassword(directory: string): string {
  return (readIfThere(passwordFile(directory)) ?? '').trim()
}

function whyNotOurs(directory: string, code: string | undefined): string | undefined {
  if (code === NO_SUCH_DATABASE) {
    return `${dataOf(directory)} is a cluster that a first start began and never finished. Nothing was touched: npm run reset removes it, and the next start is a first start.`
  }
  if (code !== WRONG_PASSWORD) return undefined
  return `The password in ${passwordFile(directory)} is not that of the database beside it. Nothing was touched: put the right one back from a back-up, or move the file away, and the next start draws a new one.`
}

/** A start that was killed may have left its maker running on: each start has a folder of its own. */
function makeCluster(directory: string, binaries: string): void {
  const unfinished = path.join(directory, UNFINISHED + randomBytes(6).toString('hex'))
  writePassword(directory, drawPassword())
  runTool(path.join(binaries, 'bin/initdb'), [
    `--pgdata=${unfinished}`,
    `--pwfile=${passwordFile(directory)}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ])
  moveWhole(unfinished, dataOf(directory))
}

/** Whoever owns the files owns the database: without its password it is given another one. */
function renewPassword(directory: string, binaries: string): void {
  const password = drawPassword()
  const postgres = path.join(binaries, 'bin/postgres')
  const statement = `alter role postgres password '${password}'\n`
  runTool(postgres, ['--single', '-D', dataOf(directory), 'postgres'], statement)
  writePassword(directory, password)
  process.emitWarning(`${passwordFile(directory)} was missing or empty: a new password was drawn.`)
}

function runTool(file: string, values: readonly string[], input = ''): void {
  const { status, stderr, error } = spawnSync(file, values, {
    ...serverPerson(),
    cwd: '/',
    input,
    stdio: ['pipe', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (error) throw error
  if (status === 0) return
  const said = stderr.trimEnd().split('\n').slice(-3).join(' | ')
  throw new Error(`${path.basename(file)} ended badly: ${said}`)
}

function drawPassword(): string {
  return randomBytes(24).toString('base64url')
}

function writePassword(directory: string, password: string): void {
  writeWhole(passwordFile(directory), password, { mode: 0o600, owner: serverPerson() })
}

function removeUnfinished(directory: string): void {
  const left = readdirSync(directory).filter((name) => name.startsWith(UNFINISHED))
  for (const name of left) {
    try {
      rmSync(path.join(directory, name), { recursive: true, force: true })
    } catch {
      // Its maker runs on for a moment and still writes: the next start removes the rest.
    }
  }
}

function passwordFile(directory: string): string {
  return path.join(directory, 'password')
}
