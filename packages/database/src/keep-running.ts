/** Runs a server program that ends with this process and is started again when it dies alone. */

import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const READY_MS_MAX = 60_000
const STOP_MS_MAX = 8_000
/** What dies sooner than this was not well: it is started again after a pause that doubles. */
const STEADY_MS = 10_000
const PAUSE_MS = 250
const PAUSE_MS_MAX = 8_000
const POLL_MS = 10

export type Program = {
  /** What it is called when something is wrong with it. */
  name: string
  file: string
  arguments: readonly string[]
  /** Where it runs and as whom; by default as ourselves. */
  place: { cwd: string; uid?: number; gid?: number }
  log: string
  /** Ends it in order; and what ends it when it does not. */
  signals: readonly [NodeJS.Signals, NodeJS.Signals]
  /** Before each start. */
  prepare: () => void | Promise<void>
  isReady: (pid: number) => boolean | Promise<boolean>
  started?: (pid: number) => void
}

export type Running = {
  /** Changes when it had to be started again. */
  readonly pid: number
  /** Ends it in order, to be started anew. */
  renew: () => void
  stop: () => Promise<void>
}

type Server = { child: ChildProcess; pid: number }

export async function keepRunning(program: Program): Promise<Running> {
  let server = await launch(program)
  const stopping = new AbortController()
  let failures = 0
  let restarting = Promise.resolve()
  const supervise = (): void => {
    const startedAt = performance.now()
    server.child.once('exit', () => {
      if (stopping.signal.aborted) return
      failures = performance.now() - startedAt > STEADY_MS ? 0 : failures + 1
      restarting = restart()
    })
  }
  /** Tries for as long as it takes: what kept it down, such as a full disk, may pass. */
  const restart = async (): Promise<void> => {
    const { signal } = stopping
    let isSaid = false
    for (;;) {
      const pause = failures === 0 ? 0 : Math.min(PAUSE_MS * 2 ** (failures - 1), PAUSE_MS_MAX)
      await sleep(pause, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        server = await launch(program)
        return supervise()
      } catch (error) {
        if (!isSaid)
          process.emitWarning(`${sentenceOf(program, error)} It is tried again until it starts.`)
        isSaid = true
        failures += 1
      }
    }
  }
  supervise()
  const end = async (): Promise<void> => {
    stopping.abort()
    await restarting
    for (const signal of program.signals) {
      if (isGone(server.child)) break
      server.child.kill(signal)
      await waitUntil(() => isGone(server.child), STOP_MS_MAX)
    }
  }
  let ended: Promise<void> | undefined
  return {
    get pid() {
      return server.pid
    },
    renew: () => void server.child.kill(program.signals[0]),
    stop: () => (ended ??= end()),
  }
}

async function launch(program: Program): Promise<Server> {
  await program.prepare()
  const log = openSync(program.log, 'a')
  // Its own session: Ctrl-C must reach us, who stop it in order, and not the program first.
  const stdio: SpawnOptions['stdio'] = ['ignore', log, log]
  const child = spawn(program.file, program.arguments, { ...program.place, detached: true, stdio })
  closeSync(log)
  child.once('error', () => undefined)
  const { pid } = child
  const isSettled = async () => pid === undefined || isGone(child) || (await program.isReady(pid))
  const isInTime = await waitUntil(isSettled, READY_MS_MAX)
  if (pid === undefined || isGone(child) || !isInTime) {
    child.kill('SIGKILL')
    throw new Error(`${program.name} did not start: ${logTail(program)}`)
  }
  program.started?.(pid)
  child.unref()
  watchFor(child, pid, program.signals[0])
  return { child, pid }
}

/**
 * A shell that waits for the end of a pipe only we hold, then ends the program in order: when this
 * process is killed without a word, the program does not run on without an owner.
 */
function watchFor(child: ChildProcess, pid: number, signal: NodeJS.Signals): void {
  const script = 'read -r _; kill -s "$2" "$1"'
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(pid), signal.slice('SIG'.length)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  child.once('exit', () => watchdog.kill('SIGKILL'))
}

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

function sentenceOf({ name }: Program, error: unknown): string {
  return `${name} is down: ${error instanceof Error ? error.message : String(error)}.`
}

function logTail({ log }: Program): string {
  const lines = (readIfThere(log) ?? '').trimEnd().split('\n')
  return lines.slice(-5).join(' | ')
}

/** Tells one process from a later one with the same id: its id and when it was started. */
export function processIdentity(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`)
  // The command name may hold spaces and brackets; the fields after it are counted from its end.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z') return undefined
  return `${pid} ${fields[19]}`
}

export function findFreePort(): Promise<number> {
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

/** Waits for a condition; false when the time ran out. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  limitMs: number,
): Promise<boolean> {
  const end = performance.now() + limitMs
  while (!(await condition())) {
    if (performance.now() > end) return false
    await sleep(POLL_MS)
  }
  return true
}

export function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
