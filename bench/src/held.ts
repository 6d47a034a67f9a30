/** What a server keeps, as its own V8 counts it. */

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Product } from '@btbc/e2e/product.ts'
import { residentMb } from '#memory.ts'

/** What the first leaves to be done at the end of others is gone with the second. */
const COLLECTIONS = 2
const LISTENS_MS_MAX = 5_000
const SPACES = "process.getBuiltinModule('v8').getHeapSpaceStatistics()"
/** Machine code, and the bytecode and tables that it is made from. */
const CODE = /^(code|trusted)_/
const BYTES_IN_MB = 2 ** 20
const LOOK_MS = 50

/** What V8 still holds once everything that has died was thrown away, and the whole process then, in MB. */
export type Held = { data: number; code: number; resident: number }

/**
 * The memory of a process is mostly room that V8 takes and gives back by itself, so this is what tells
 * whether a server keeps more and more. It answers nobody meanwhile, and was started with `INSPECTED`.
 */
export async function heldBy(product: Product): Promise<Held> {
  const inspector = new WebSocket(await inspectorOf(product))
  await once(inspector, 'open')
  const ask = async (method: string, params: object = {}) => {
    const answered = once(inspector, 'message') as Promise<[MessageEvent<string>]>
    inspector.send(JSON.stringify({ id: 1, method, params }))
    const [{ data }] = await answered
    return (JSON.parse(data) as { result: object }).result
  }
  try {
    for (let n = 0; n < COLLECTIONS; n += 1) await ask('HeapProfiler.collectGarbage')
    const { backingStorageSize } = (await ask('Runtime.getHeapUsage')) as Usage
    const asked = { expression: SPACES, returnByValue: true }
    const { result } = (await ask('Runtime.evaluate', asked)) as { result: { value: Space[] } }
    const [code, data] = [true, false].map((isCode) =>
      result.value
        .filter(({ space_name: name }) => CODE.test(name) === isCode)
        .reduce((sum, { space_used_size: used }) => sum + used, 0),
    ) as [number, number]
    return {
      data: (data + backingStorageSize) / BYTES_IN_MB,
      code: code / BYTES_IN_MB,
      resident: residentMb(product),
    }
  } finally {
    inspector.close()
  }
}

type Usage = { backingStorageSize: number }
type Space = { space_name: string; space_used_size: number }

/** At a port that is free; it listens from the first signal on. */
export const INSPECTED = { NODE_OPTIONS: '--inspect-port=0' }

/** Asks it to listen, and waits until it says where. */
async function inspectorOf(product: Product): Promise<string> {
  product.process.kill('SIGUSR1')
  const until = performance.now() + LISTENS_MS_MAX
  while (performance.now() < until) {
    const url = /ws:\/\/\S+/.exec(product.output())?.[0]
    if (url !== undefined) return url
    await sleep(LOOK_MS)
  }
  throw new Error('The server cannot be inspected')
}
