import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import path from 'node:path'

import { makeTestPlace, removeTestPlace } from '@btbc/database/testing-place.ts'

import manifest from '../../package.json' with { type: 'json' }

const START_MS_MAX = 180_000
const root = path.resolve(import.meta.dirname, '../..')
/** Set by set-up.ts in the environment of every test process: a data directory after a first start. */
export const FOUNDED_VARIABLE = 'BTBC_TEST_FOUNDED'

/** The product as a person starts it: one process, its own data directory and port. */
export type Product = {
  url: string
  process: ChildProcess
  dataDirectory: string
  /** Ends the process by this signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Everything it printed. */
  output(): string
}

/** Of a house that was started before, with its sample accounts: a start on an empty one takes as long again. */
export function makeDataDirectory(): string {
  const directory = makeTestPlace()
  const founded = process.env[FOUNDED_VARIABLE]
  // With whom its files belong to, as the database has a person of its own.
  if (founded !== undefined) execFileSync('cp', ['-a', `${founded}/.`, directory])
  return directory
}

/** For a first start. */
export function makeEmptyDirectory(): string {
  return makeTestPlace()
}

export function removeDataDirectory(directory: string): void {
  removeTestPlace(directory)
}

/** What Node is told by `npm start`, the program last. */
const [, ...STARTED_WITH] = manifest.scripts.start.split(' ')

/** Starts it and waits until it prints its address. */
export async function startProduct(
  dataDirectory: string,
  settings: Record<string, string> = {},
): Promise<Product> {
  const child = spawn(process.execPath, STARTED_WITH, {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      // From where it is started, as the default is.
      BTBC_DATA_DIR: path.relative(root, dataDirectory),
      BTBC_TIME_MACHINE: '1',
      BTBC_ARGON2_MIB: '8',
      BTBC_RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`no address in time: ${printed}`)),
      START_MS_MAX,
    )
    child.stdout.on('data', () => {
      const address = /answers at (http:\/\/\S+)/.exec(printed)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
    child.once('exit', () => reject(new Error(`it ended at once: ${printed}`)))
  })
  return {
    url,
    process: child,
    dataDirectory,
    async end(signal) {
      child.kill(signal)
      await ended
    },
    output: () => printed,
  }
}
