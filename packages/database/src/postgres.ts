/** Runs the embedded PostgreSQL: real PostgreSQL with nothing to install, owned by one process. */

import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findFreePort, keepRunning, processIdentity, readIfThere } from '#keep-running.ts'
import { findBinaries, findDirectory, openDirectory, serverPerson } from '#postgres-files.ts'
import { processesIn, readPostmaster, stopLeftovers } from '#postgres-processes.ts'

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'timezone=UTC',
  'log_timezone=UTC',
  // Compiling plans costs more than it gives for statements as short as ours.
  'jit=off',
]

export type PostgresOptions = {
  /** Holds the cluster, its password, its log and the mark of its owner. */
  directory: string
  /** A free one by default. */
  port?: number
  /** Server settings such as `fsync=off`. */
  settings?: readonly string[]
}

export type Postgres = {
  readonly url: string
  /** Of the postmaster; changes when it had to be started again. */
  readonly pid: number
  stop: () => Promise<void>
}

/**
 * Starts PostgreSQL on this directory, making the cluster at the first start.
 * It ends with this process, however this process ends, and is started again when it dies alone.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  const directory = openDirectory(options.directory)
  const data = path.join(directory, 'data')
  const binaries = findBinaries()
  await claimDirectory(directory, data)
  if (!existsSync(path.join(data, 'PG_VERSION'))) createCluster(directory, data, binaries)
  const port = options.port ?? (await findFreePort())
  const settings = [...SETTINGS, ...(options.settings ?? [])].flatMap((each) => ['-c', each])
  const server = await keepRunning({
    name: 'PostgreSQL',
    file: path.join(binaries, 'bin/postgres'),
    arguments: ['-D', data, '-p', String(port), ...settings],
    place: { ...serverPerson(), cwd: '/' },
    log: path.join(directory, 'log'),
    signals: ['SIGINT', 'SIGQUIT'],
    prepare: () => stopLeftovers(data),
    isReady: (pid) => {
      const postmaster = readPostmaster(data)
      return postmaster?.pid === pid && postmaster.ready
    },
  }).catch((error: unknown) => {
    leaveDirectory(directory)
    throw error
  })
  return {
    url: clusterUrl(directory, port),
    get pid() {
      return server.pid
    },
    async stop() {
      await server.stop()
      leaveDirectory(directory)
    },
  }
}

/** The address of the PostgreSQL that some process runs on this directory just now, if any. */
export function findRunningPostgres(asked: string): { url: string; pid: number } | undefined {
  const directory = findDirectory(asked)
  const data = path.join(directory, 'data')
  const postmaster = readPostmaster(data)
  if (!postmaster?.ready || !processesIn(data).includes(postmaster.pid)) return undefined
  return { url: clusterUrl(directory, postmaster.port), pid: postmaster.pid }
}

/** The id of the living process that owns the cluster of this directory, if any. */
export function findOwner(asked: string): number | undefined {
  const owner = readIfThere(ownerFile(findDirectory(asked)))
  const pid = Number(owner?.split(' ')[0])
  return owner && processIdentity(pid) === owner ? pid : undefined
}

/** Makes this process the owner of the directory, or says which living process is. */
async function claimDirectory(directory: string, data: string): Promise<void> {
  const owner = findOwner(directory)
  if (owner !== undefined) throw new Error(`${directory} is in use by process ${owner}`)
  if (existsSync(data)) await stopLeftovers(data)
  writeFileSync(ownerFile(directory), processIdentity(process.pid) ?? '', { mode: 0o644 })
}

function leaveDirectory(directory: string): void {
  rmSync(ownerFile(directory), { force: true })
}

function ownerFile(directory: string): string {
  return path.join(directory, 'owner')
}

function createCluster(directory: string, data: string, binaries: string): void {
  const person = serverPerson()
  const passwordFile = path.join(directory, 'password')
  // A start that was killed while it made the cluster leaves one without its version file.
  rmSync(data, { recursive: true, force: true })
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (person) chownSync(passwordFile, person.uid, person.gid)
  execFileSync(
    path.join(binaries, 'bin/initdb'),
    [
      `--pgdata=${data}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...person, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  )
}

function clusterUrl(directory: string, port: number): string {
  const password = readIfThere(path.join(directory, 'password')) ?? ''
  return `postgres://postgres:${password.trim()}@127.0.0.1:${port}/postgres`
}
