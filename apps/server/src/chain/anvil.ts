import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync, closeSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import path from 'node:path'

import { processIdentity, readIfThere, waitUntil } from '@btbc/database/postgres-processes.ts'

import { keepCopy, prepareState, stateFile } from './anvil-state.ts'
import { askNode } from './node-call.ts'

/** Runs the embedded test chain: a real EVM node that ends with this process. */

export const EMBEDDED_CHAIN_ID = 31_337
const READY_MS_MAX = 60_000
const READY_LOOK_MS = 20
const STOP_MS_MAX = 6_000
const STATE_EVERY_S = 5
const COPY_EVERY_MS = 30_000
/** The node keeps every block in memory and writes all of them each time; so it starts anew now and then. */
const BLOCKS_MAX = 10_000
const RESTARTS_IN_A_ROW_MAX = 5
const STEADY_MS = 10_000

type Settings = {
  /** Where its state, its log and the mark of its process are kept. */
  directory: string
  /** Seconds between two blocks; without it every transaction gets a block of its own at once. */
  blockTime?: number
}

export type Anvil = { readonly url: string; readonly pid: number; stop(): Promise<void> }

type Node = { child: ChildProcess; watchdog: ChildProcess; pid: number }

/** Starts the node on this directory and starts it again when it dies alone or has grown old. */
export async function startAnvil(settings: Settings): Promise<Anvil> {
  // The node runs inside its directory: a path from here would mean another place there.
  const directory = path.resolve(settings.directory)
  mkdirSync(directory, { recursive: true })
  await endLeftover(directory)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const open = () => launch({ ...settings, directory, port, url })
  let node = await open()
  let isStopping = false
  let restarts = 0
  let restarting = Promise.resolve()
  const supervise = (startedAt: number) => {
    node.child.once('exit', () => {
      if (isStopping) return
      restarts = performance.now() - startedAt > STEADY_MS ? 1 : restarts + 1
      if (restarts > RESTARTS_IN_A_ROW_MAX) {
        throw new Error(`the test chain keeps dying: ${logTail(directory)}`)
      }
      restarting = restart()
    })
  }
  const restart = async () => {
    node = await open()
    supervise(performance.now())
  }
  supervise(performance.now())
  const keeper = setInterval(() => void keepInOrder(), COPY_EVERY_MS).unref()
  let firstBlock: number | undefined
  const keepInOrder = async () => {
    keepCopy(directory)
    const block = await blockNumber(url)
    firstBlock ??= block
    if (block === undefined || firstBlock === undefined) return
    if (block - firstBlock < BLOCKS_MAX || !(await isIdle(url))) return
    firstBlock = undefined
    node.child.kill('SIGTERM')
  }
  return {
    url,
    get pid() {
      return node.pid
    },
    async stop() {
      if (isStopping) return
      isStopping = true
      clearInterval(keeper)
      await restarting.catch(() => undefined)
      await end(node)
      rmSync(path.join(directory, 'pid'), { force: true })
    },
  }
}

async function launch(node: Settings & { port: number; url: string }): Promise<Node> {
  const { directory, port, blockTime, url } = node
  prepareState(directory)
  const log = openSync(path.join(directory, 'log'), 'w')
  const child = spawn(
    findBinary(),
    [
      '--host=127.0.0.1',
      `--port=${port}`,
      `--chain-id=${EMBEDDED_CHAIN_ID}`,
      // No account of a well-known phrase: every key here is drawn for this install.
      '--accounts=0',
      '--slots-in-an-epoch=1',
      '--prune-history=256',
      '--no-cors',
      `--state=${stateFile(directory)}`,
      `--state-interval=${STATE_EVERY_S}`,
      '--quiet',
      ...(blockTime === undefined ? [] : [`--block-time=${blockTime}`]),
    ],
    // Its own session: Ctrl-C must reach us, who stop it in order, and not the node first.
    { cwd: directory, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const { pid } = child
  const ended = new AbortController()
  child.once('exit', () => ended.abort())
  child.once('error', () => ended.abort())
  const until = performance.now() + READY_MS_MAX
  let isReady = false
  while (!isReady && !ended.signal.aborted && performance.now() < until) {
    isReady = (await blockNumber(url)) !== undefined
    if (!isReady) await waitUntil(() => ended.signal.aborted, READY_LOOK_MS)
  }
  if (!isReady || pid === undefined) {
    child.kill('SIGKILL')
    throw new Error(`the test chain did not start: ${logTail(directory)}`)
  }
  writeFileSync(path.join(directory, 'pid'), processIdentity(pid) ?? '')
  child.unref()
  return { child, pid, watchdog: watchFor(child, pid) }
}

/** A shell that waits for the end of a pipe only we hold, then ends the node in order. */
function watchFor(child: ChildProcess, pid: number): ChildProcess {
  const watchdog = spawn('/bin/sh', ['-c', 'read -r _; kill -TERM "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watchdog.unref()
  child.once('exit', () => watchdog.kill('SIGKILL'))
  return watchdog
}

async function end({ child }: Node): Promise<void> {
  const isGone = () => child.exitCode !== null || child.signalCode !== null
  if (isGone()) return
  child.kill('SIGTERM')
  if (await waitUntil(isGone, STOP_MS_MAX)) return
  child.kill('SIGKILL')
  await waitUntil(isGone, STOP_MS_MAX)
}

/** Ends the node that a killed start left behind, after it wrote down what it knows. */
async function endLeftover(directory: string): Promise<void> {
  const identity = readIfThere(path.join(directory, 'pid'))
  const pid = Number(identity?.split(' ')[0])
  const isThere = () =>
    identity !== undefined && identity !== '' && processIdentity(pid) === identity
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isThere()) break
    process.kill(pid, signal)
    await waitUntil(() => !isThere(), STOP_MS_MAX)
  }
  if (isThere()) throw new Error(`Process ${pid} still holds ${directory}`)
}

async function blockNumber(url: string): Promise<number | undefined> {
  const answer = await askNode(url, 'eth_blockNumber', []).catch(() => undefined)
  return typeof answer === 'string' ? Number(answer) : undefined
}

/** Whether no transaction waits for a block: the node forgets those when it ends. */
async function isIdle(url: string): Promise<boolean> {
  const status = await askNode(url, 'txpool_status', []).catch(() => undefined)
  return JSON.stringify(status) === JSON.stringify({ pending: '0x0', queued: '0x0' })
}

function findBinary(): string {
  const manifest = createRequire(import.meta.url).resolve(
    '@foundry-rs/anvil-linux-amd64/package.json',
  )
  return path.join(path.dirname(manifest), 'bin/anvil')
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
