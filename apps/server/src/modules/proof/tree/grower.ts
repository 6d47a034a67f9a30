import { type ChildProcess, spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import path from 'node:path'

import { type Db, urlOf } from '@btbc/database/database.ts'

import type { Answered, Asked } from './grow-process.ts'
import type { Grown, Growth } from './grow.ts'

const LESS_URGENT = 10
const PROGRAM = path.join(import.meta.dirname, 'grow-process.ts')

/** A process of its own for one snapshot; it ends with `close`, and with this one. */
export type Grower = {
  digest(): Promise<void>
  grow(growth: Growth): Promise<Grown>
  close: () => void
}

export async function startGrower(db: Db): Promise<Grower> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: {},
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  // From its first moment on: to load itself takes it a second of a processor.
  if (child.pid !== undefined) setPriority(child.pid, LESS_URGENT)
  await hear(child)
  const url = urlOf(db)
  const ask = async (asked: Asked): Promise<Grown | number> => {
    const heard = hear(child)
    child.send(asked)
    const answered = await heard
    if ('done' in answered) return answered.done
    throw new Error('failed' in answered ? answered.failed : 'the process began anew')
  }
  return {
    async digest() {
      await ask({ digest: { url } })
    },
    async grow(growth) {
      const grown = await ask({ grow: { url, growth } })
      if (typeof grown === 'number') throw new Error('A tree was asked for')
      return grown
    },
    close: () => void child.kill(),
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
