/** What the processes of this machine say about a cluster: who runs it and who may stop it. */

import { readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readIfThere, waitUntil } from '#keep-running.ts'

const STOP_WAIT_MS = 8_000

export type Postmaster = { pid: number; port: number; ready: boolean }

/** What `postmaster.pid` of this data directory says, or undefined when there is none. */
export function readPostmaster(data: string): Postmaster | undefined {
  const text = readIfThere(path.join(data, 'postmaster.pid'))
  const [pid, , , port, , , , status] = (text ?? '').split('\n')
  if (!pid || !Number.isInteger(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port), ready: status?.trim() === 'ready' }
}

/** Ids of the processes that work in this data directory: the postmaster and its children. */
export function processesIn(data: string): number[] {
  const folder = realpathSync(data)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && workingFolder(pid) === folder)
}

/**
 * Stops what a killed start left running in this data directory and clears its lock file.
 * The lock file goes only when no process works there any more: until then it protects the data.
 */
export async function stopLeftovers(data: string): Promise<void> {
  const postmaster = readPostmaster(data)
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    const left = processesIn(data)
    if (left.length === 0) break
    const stopped = postmaster && left.includes(postmaster.pid) ? [postmaster.pid] : left
    for (const pid of stopped) signalIfThere(pid, signal)
    await waitUntil(() => processesIn(data).length === 0, STOP_WAIT_MS)
  }
  const left = processesIn(data)
  if (left.length > 0) throw new Error(`Processes ${left.join(', ')} still hold ${data}`)
  rmSync(path.join(data, 'postmaster.pid'), { force: true })
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended between the look and the signal.
  }
}
