/** What the processes of this machine say about a cluster: who runs it and who may stop it. */

import { readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readIfThere, waitUntil } from '#keep-running.ts'

const STOP_WAIT_MS = 8_000

export type Postmaster = { pid: number; port: number; ready: boolean }

/** What `postmaster.pid` of this data directory says, or undefined when there is none. */
export function readPostmaster(data: string): Postmaster | undefined {
  const text = readIfThere(lockFile(data))
  const [pid, , , port, , , , status] = (text ?? '').split('\n')
  if (!pid || !Number.isInteger(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
}

/** Ids of the processes of this data directory: the postmaster, also a just begun one, and its children. */
export function processesIn(data: string): number[] {
  const folder = realpathSync(data)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid))
    .filter((pid) => workingFolder(pid) === folder || isBegunIn(pid, data))
}

/**
 * Stops what a killed start left running in this data directory and clears its lock file.
 * The lock file goes only when no process works there any more: until then it protects the data.
 * One that was written since the look at the processes is that of a server which this look missed.
 */
export async function stopLeftovers(data: string): Promise<void> {
  for (;;) {
    const lock = readIfThere(lockFile(data))
    await stopProcesses(data)
    const left = readIfThere(lockFile(data))
    if (left === undefined) return
    if (left === lock) return rmSync(lockFile(data), { force: true })
  }
}

async function stopProcesses(data: string): Promise<void> {
  const postmaster = readPostmaster(data)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const left = processesIn(data)
    // One that begins after this look is for the next to stop.
    if (left.length === 0) return
    const stopped = postmaster && left.includes(postmaster.pid) ? [postmaster.pid] : left
    for (const pid of stopped) signalIfThere(pid, signal)
    await waitUntil(() => processesIn(data).length === 0, STOP_WAIT_MS)
  }
  const left = processesIn(data)
  if (left.length > 0) throw new Error(`Processes ${left.join(', ')} still hold ${data}`)
}

function lockFile(data: string): string {
  return path.join(data, 'postmaster.pid')
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/** A server goes into its data directory some time after it was begun. */
function isBegunIn(pid: number, data: string): boolean {
  const [file = '', option, directory] = (readIfThere(`/proc/${pid}/cmdline`) ?? '').split('\0')
  return path.basename(file) === 'postgres' && option === '-D' && directory === data
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended between the look and the signal.
  }
}
