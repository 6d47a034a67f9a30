/** Work that may take as long as it likes lets everybody else at the processors first. */

import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type QueryExecutorProvider, sql } from 'kysely'
import type { ClientBase } from 'pg'
import { readIfThere } from '#keep-running.ts'

/**
 * `behind` gets a tenth of what others get who want it: on a machine that is always busy it comes to its
 * end, too. `last` gets what nobody else wants; having just slept it may still keep others waiting for some
 * milliseconds, so it had better work in pieces that are shorter.
 */
export type Behind = 'behind' | 'last'

const WHICH = 'select pg_backend_pid() as pid, inet_client_port() as port'
const BEHIND = 10
const TRIES = 20
const TRY_AGAIN_MS = 110

/**
 * As far as this machine lets us. Where Linux gives each session an equal share first, as it does unless
 * told otherwise, the priority of a process says something within its session alone: the session, which
 * should be its own, has one too.
 */
export async function standBack(pid: number, how: Behind): Promise<void> {
  try {
    setPriority(pid, BEHIND)
  } catch {
    // It has ended, or it is not ours to order about: then it works as it does.
  }
  if (how === 'last') await makeIdle(pid)
  for (let tried = 0; tried < TRIES && !isSessionBehind(pid); tried += 1) await sleep(TRY_AGAIN_MS)
}

/** The process in which the server works for this connection, if it runs on this machine. */
export async function standBackFor(client: ClientBase, how: Behind): Promise<void> {
  const { rows } = await client.query<Backend>(WHICH)
  const pid = pidHere(rows)
  if (pid !== undefined) await standBack(pid, how)
}

/** The same process, for whoever wants to look at it. There is one connection. */
export async function findBackend(db: QueryExecutorProvider): Promise<number | undefined> {
  const { rows } = await sql<Backend>`${sql.raw(WHICH)}`.execute(db)
  return pidHere(rows)
}

type Backend = { pid: number; port: number | null }

/** Another machine has processes of these numbers too: the title of ours names our end of the connection. */
function pidHere([backend]: readonly Backend[]): number | undefined {
  if (!backend) return undefined
  const title = readIfThere(`/proc/${backend.pid}/cmdline`)
  return title?.includes(`(${backend.port}) `) === true ? backend.pid : undefined
}

/** The idle class of Linux, with all its threads; where there is no `chrt`, the priority has to do. */
async function makeIdle(pid: number): Promise<void> {
  const order = ['--all-tasks', '--idle', '--pid', '0', String(pid)]
  await promisify(execFile)('chrt', order).catch(() => undefined)
}

/** Whether there is nothing left to be tried: only so many sessions may be changed in a second. */
function isSessionBehind(pid: number): boolean {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(BEHIND))
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'EAGAIN')
  }
}
