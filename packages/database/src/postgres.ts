/** Runs the embedded PostgreSQL: real PostgreSQL with nothing to install, owned by one process. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { findBinaries, findDirectory, openDirectory, serverPerson } from '#postgres-files.ts'
import {
  processIdentity,
  processesIn,
  readIfThere,
  readPostmaster,
  stopLeftovers,
  waitUntil,
} from '#postgres-processes.ts'

const READY_WAIT_MS = 60_000
const FAST_STOP_MS = 8_000
const RESTARTS_IN_A_ROW_MAX = 5
const STEADY_MS = 10_000

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

type Cluster = {
  directory: string
  data: string
  binaries: string
  port: number
  settings: readonly string[]
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
  const cluster = { directory, data, binaries, port, settings: options.settings ?? [] }

  let server = await launch(cluster).catch((error: unknown) => {
    leaveDirectory(directory)
    throw error
  })
  let stopping = false
  let restarts = 0
  const superviseFrom = (startedAt: number): void => {
    server.child.once('exit', () => {
      if (stopping) return
      restarts = performance.now() - startedAt > STEADY_MS ? 1 : restarts + 1
      if (restarts > RESTARTS_IN_A_ROW_MAX)
        throw new Error(`PostgreSQL keeps dying: ${logTail(directory)}`)
      restarting = restart()
    })
  }
  const restart = async (): Promise<void> => {
    await stopLeftovers(data)
    if (stopping) return
    server = await launch(cluster)
    superviseFrom(performance.now())
  }
  let restarting = Promise.resolve()
  superviseFrom(performance.now())

  return {
    url: clusterUrl(directory, port),
    get pid() {
      return server.pid
    },
    async stop() {
      if (stopping) return
      stopping = true
      await restarting
      await endServer(server)
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

type Server = { child: ChildProcess; watchdog: ChildProcess; pid: number }

async function launch(cluster: Cluster): Promise<Server> {
  const { binaries, data, directory, port } = cluster
  const log = openSync(path.join(directory, 'log'), 'a')
  const child = spawn(
    path.join(binaries, 'bin/postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...[...SETTINGS, ...cluster.settings].flatMap((setting) => ['-c', setting]),
    ],
    // Its own session: Ctrl-C must reach us, who stop it in order, and not PostgreSQL first.
    { ...serverPerson(), cwd: '/', detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  let ended = false
  child.once('exit', () => (ended = true))
  child.once('error', () => (ended = true))
  const isReady = (): boolean => {
    const postmaster = readPostmaster(data)
    return postmaster?.pid === child.pid && postmaster?.ready === true
  }
  await waitUntil(() => ended || isReady(), READY_WAIT_MS)
  if (ended || !isReady() || child.pid === undefined) {
    child.kill('SIGKILL')
    throw new Error(`PostgreSQL did not start: ${logTail(directory)}`)
  }
  child.unref()
  return { child, pid: child.pid, watchdog: watchFor(child, child.pid) }
}

/**
 * A shell that waits for the end of a pipe only we hold, then stops PostgreSQL: when this process
 * is killed without a word, the database does not run on without an owner.
 */
function watchFor(child: ChildProcess, pid: number): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  child.once('exit', () => watchdog.kill('SIGKILL'))
  return watchdog
}

async function endServer({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = (): boolean => child.exitCode !== null || child.signalCode !== null
  child.kill('SIGINT')
  if (await waitUntil(gone, FAST_STOP_MS)) return
  child.kill('SIGQUIT')
  await waitUntil(gone, FAST_STOP_MS)
}

function clusterUrl(directory: string, port: number): string {
  const password = readIfThere(path.join(directory, 'password')) ?? ''
  return `postgres://postgres:${password.trim()}@127.0.0.1:${port}/postgres`
}

function logTail(directory: string): string {
  const text = readIfThere(path.join(directory, 'log')) ?? ''
  return text.trimEnd().split('\n').slice(-5).join(' | ')
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
