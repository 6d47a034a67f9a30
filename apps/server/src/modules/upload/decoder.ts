import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

/**
 * Decodes pictures in a process that knows no secret, may take only so much memory and time, and is
 * replaced when it dies: what is wrong with a decoder, or done to it, does not happen to the server.
 */
export type Decoder = {
  /** Undefined when nothing can be drawn of it. One at a time. */
  draw(bytes: Buffer, format: string, how?: { stamped: boolean }): Promise<Buffer | undefined>
  /** The process that decodes, once there is one. */
  pid(): number | undefined
}

type Limits = {
  /** Of what the process may write to: Node alone takes some 600,000, the largest picture 260,000 more. */
  dataKiB: number
  timeMs: number
}

const LIMITS: Limits = { dataKiB: 1_000_000, timeMs: 10_000 }
const PROGRAM = path.join(import.meta.dirname, 'draw-process.ts')
const NODE_OPTIONS = ['--max-old-space-size=64', '--v8-pool-size=1']
/** One heap and one thread, so that what one picture leaves behind is there for the next. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1', UV_THREADPOOL_SIZE: '1' }

export function createDecoder(limits: Limits = LIMITS): Decoder {
  let running: ChildProcess | undefined
  return {
    pid: () => running?.pid,
    async draw(bytes, format, { stamped } = { stamped: true }) {
      running ??= await start(limits)
      const picture = await ask(running, { bytes, format, stamped, timeMs: limits.timeMs })
      if (running.exitCode !== null || running.killed) running = undefined
      return picture
    },
  }
}

async function start({ dataKiB }: Limits): Promise<ChildProcess> {
  const script = `ulimit -d ${dataKiB} && exec "$@"`
  const program = [process.execPath, ...NODE_OPTIONS, PROGRAM]
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...program], {
    env: ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  })
  await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`No picture can be decoded: exit code ${code}`)))
  })
  // It never keeps the server from ending, and ends with it.
  child.unref()
  child.channel?.unref()
  return child
}

async function ask(
  child: ChildProcess,
  { timeMs, ...asked }: { bytes: Buffer; format: string; stamped: boolean; timeMs: number },
): Promise<Buffer | undefined> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Buffer | undefined>((resolve) => {
      timer = setTimeout(() => child.kill('SIGKILL'), timeMs)
      child.once('exit', () => resolve(undefined))
      child.once('message', ({ picture }: { picture?: Uint8Array }) => {
        resolve(picture && Buffer.from(picture))
      })
      child.send(asked, (error) => {
        if (error) child.kill('SIGKILL')
      })
    })
  } finally {
    clearTimeout(timer)
    child.removeAllListeners('message').removeAllListeners('exit')
  }
}
