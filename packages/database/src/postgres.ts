/** Runs the embedded PostgreSQL: real PostgreSQL with nothing to install, owned by one process. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { findFreePort, keepRunning, type Program, type Running } from '#keep-running.ts'
import { claimFolder, leaveFolder, ownerOf } from '#owner.ts'
import { clusterUrl, confirmCluster, dataOf, makeIfNew } from '#postgres-cluster.ts'
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
  claimFolder(directory)
  try {
    if (existsSync(dataOf(directory))) await stopLeftovers(dataOf(directory))
    const port = options.port ?? (await findFreePort())
    const server = await runCluster(directory, port, options.settings ?? [])
    const url = clusterUrl(directory, port)
    await confirmCluster(directory, url).catch(async (error: unknown) => {
      await server.stop()
      throw error
    })
    return {
      url,
      get pid() {
        return server.pid
      },
      async stop() {
        await server.stop()
        leaveFolder(directory)
      },
    }
  } catch (error) {
    leaveFolder(directory)
    throw error
  }
}

async function runCluster(
  directory: string,
  port: number,
  more: readonly string[],
): Promise<Running> {
  const data = dataOf(directory)
  const binaries = findBinaries()
  makeIfNew(directory, binaries)
  const settings = [...SETTINGS, ...more].flatMap((each) => ['-c', each])
  const program: Program = {
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
  }
  try {
    return await keepRunning(program)
  } catch (error) {
    // What a killed start had begun shows only once it is PostgreSQL, and may have come first.
    if (processesIn(data).length === 0) throw error
    return await keepRunning(program)
  }
}

/** The address of the PostgreSQL that some process runs on this directory just now, if any. */
export function findRunningPostgres(asked: string): { url: string; pid: number } | undefined {
  const directory = findDirectory(asked)
  const data = dataOf(directory)
  const postmaster = readPostmaster(data)
  if (!postmaster?.ready || !processesIn(data).includes(postmaster.pid)) return undefined
  return { url: clusterUrl(directory, postmaster.port), pid: postmaster.pid }
}

/** The id of the living process that owns the cluster of this directory, if any. */
export function findOwner(asked: string): number | undefined {
  return ownerOf(findDirectory(asked))
}
