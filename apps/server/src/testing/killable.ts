import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

import { behind, type TestServer } from './server.ts'

/** Another server on the database of a test, in a process of its own that can be killed. */

const PROCESS = path.resolve(import.meta.dirname, 'server-process.ts')

export type Killable = {
  /** The test's members and books, with this process behind every call. */
  server: TestServer
  /** Tells it the time of the test; to do what that has made due; to die when it would answer a call. */
  tell(order?: { sweeps?: boolean; dies?: boolean }): Promise<void>
  /** SIGKILL, whatever it is doing. */
  kill(): Promise<void>
  /** SIGTERM; answers what it says at its end. */
  stop(): Promise<number | null>
}

export async function startKillable(server: TestServer): Promise<Killable> {
  const { clock, databaseUrl: database, dataDirectory } = server
  const aheadMs = () => clock.now().getTime() - clock.wallNow().getTime()
  const task = { database, wall: clock.wallNow().toISOString(), aheadMs: aheadMs() }
  const env = {
    ...process.env,
    BTBC_SAMPLE: '0',
    BTBC_LIQUIDITY: '0',
    BTBC_RATE_LIMITS: 'off',
    BTBC_DATA_DIR: dataDirectory,
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [PROCESS, JSON.stringify(task)], {
    env,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const url = await answerOf(child, () => said)
  return {
    server: behind(server, String(url)),
    async tell({ sweeps = false, dies = false } = {}) {
      const done = answerOf(child, () => said)
      child.send({ aheadMs: aheadMs(), sweeps, dies })
      await done
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      return await ended
    },
  }
}

/** The next thing it says; an error when it ends before. */
async function answerOf(child: ChildProcess, said: () => string): Promise<unknown> {
  return await new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the server ended: ${said()}`))
    child.once('exit', fail)
    child.once('message', (message) => {
      child.off('exit', fail)
      resolve(message)
    })
  })
}
