import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

import { type Db, urlOf } from '@btbc/database/database.ts'
import { type Behind, standBack } from '@btbc/database/stand-back.ts'

import type { Answered, Asked } from './grow-process.ts'
import type { Grown, Growth, Reading } from './grow.ts'

const PROGRAM = path.join(import.meta.dirname, 'grow-process.ts')
/**
 * It clears up by itself: V8's helpers begin when they like and go on for milliseconds, where it rests
 * after each one. What is young has so much room that little of it grows old.
 */
const V8 = ['--single-threaded', '--min-semi-space-size=8', '--max-semi-space-size=8']

/** A process of its own for one snapshot; it ends with `close`, and with this one. */
export type Grower = {
  digest(): Promise<void>
  /** Once it is done, the snapshot of the database is needed no more. */
  read(reading: Reading): Promise<void>
  grow(growth: Growth): Promise<Grown>
  close: () => void
}

/** One that stands back leaves the processors to whoever else wants them; with `signal` it ends at once. */
export async function startGrower(
  db: Db,
  { standsBack, signal }: { standsBack: Behind | undefined; signal: AbortSignal | undefined },
): Promise<Grower> {
  const child = spawn(process.execPath, [...V8, PROGRAM], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
    // A session of its own, to stand back as one.
    detached: true,
  })
  const close = () => {
    signal?.removeEventListener('abort', close)
    child.kill()
  }
  signal?.addEventListener('abort', close)
  if (signal?.aborted === true) close()
  const ask = async (asked: Asked): Promise<Grown | number> => {
    const heard = hear(child)
    child.send(asked)
    const answered = await heard
    if ('done' in answered) return answered.done
    throw new Error(answered.failed)
  }
  try {
    // From its first moment on: to load itself takes it a second of a processor.
    const behind =
      standsBack && child.pid !== undefined ? standBack(child.pid, standsBack) : undefined
    await Promise.all([hear(child), behind])
    await ask({ open: { url: urlOf(db), standsBack } })
  } catch (error) {
    close()
    throw error
  }
  return {
    async digest() {
      await ask({ digest: true })
    },
    async read(reading) {
      await ask({ read: reading })
    },
    async grow(growth) {
      const grown = await ask({ grow: growth })
      if (typeof grown === 'number') throw new Error('A tree was asked for')
      return grown
    },
    close,
  }
}

async function hear(child: ChildProcess): Promise<Answered> {
  const ended = new AbortController()
  try {
    return await new Promise<Answered>((resolve, reject) => {
      const told = (message: unknown) => resolve(message as Answered)
      const gone = () => reject(new Error('The process that grows trees has ended'))
      child.once('message', told).once('error', reject).once('exit', gone)
      ended.signal.addEventListener('abort', () => {
        child.off('message', told).off('error', reject).off('exit', gone)
      })
    })
  } finally {
    ended.abort()
  }
}
