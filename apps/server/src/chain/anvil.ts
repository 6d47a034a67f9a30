import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import {
  findFreePort,
  keepRunning,
  processIdentity,
  readIfThere,
  waitUntil,
} from '@btbc/database/keep-running.ts'

import { keepCopy, prepareState, stateFile } from './anvil-state.ts'
import { askNode } from './node-call.ts'

/** Runs the embedded test chain: a real EVM node that ends with this process. */

export const EMBEDDED_CHAIN_ID = 31_337
const STOP_MS_MAX = 6_000
const STATE_EVERY_S = 5
const COPY_EVERY_MS = 30_000
/** The node keeps every block in memory and writes all of them each time; so it starts anew now and then. */
const BLOCKS_MAX = 10_000

type Settings = {
  /** Where its state, its log and the mark of its process are kept. */
  directory: string
  /** Seconds between two blocks; without it every transaction gets a block of its own at once. */
  blockTime?: number
}

export type Anvil = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/** Starts the node on this directory and starts it again when it dies alone or has grown old. */
export async function startAnvil(settings: Settings): Promise<Anvil> {
  // The node runs inside its directory: a path from here would mean another place there.
  const directory = path.resolve(settings.directory)
  mkdirSync(directory, { recursive: true })
  await endLeftover(directory)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const pidFile = path.join(directory, 'pid')
  const node = await keepRunning({
    name: 'the test chain',
    file: findBinary(),
    arguments: [
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
      ...(settings.blockTime === undefined ? [] : [`--block-time=${settings.blockTime}`]),
    ],
    place: { cwd: directory },
    log: path.join(directory, 'log'),
    signals: ['SIGTERM', 'SIGKILL'],
    prepare: () => prepareState(directory),
    isReady: async () => (await blockNumber(url)) !== undefined,
    started: (pid) => writeFileSync(pidFile, processIdentity(pid) ?? ''),
  })
  const keeper = setInterval(() => {
    // Without a copy of this minute the one before it stays.
    void keepInOrder().catch((error: Error) => process.emitWarning(error.message))
  }, COPY_EVERY_MS).unref()
  let firstBlock: number | undefined
  const keepInOrder = async () => {
    const block = await blockNumber(url)
    // What a node that is down left is looked at when it is started again.
    if (block === undefined) return
    await keepCopy(directory)
    firstBlock ??= block
    if (block - firstBlock < BLOCKS_MAX || !(await isIdle(url))) return
    firstBlock = undefined
    node.renew()
  }
  return {
    url,
    get pid() {
      return node.pid
    },
    async stop() {
      clearInterval(keeper)
      await node.stop()
      rmSync(pidFile, { force: true })
    },
  }
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
