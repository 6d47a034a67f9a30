/** Orders that come at a steady pace, whatever else goes on, and how long each waits for its answer. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../../apps/server/src/modules/exchange/exchange.ts'
import { nextOrder } from '#order-flow.ts'

const EVERY_MS = 10

/**
 * Goes on until `work` is done. The milliseconds count from when an order was due, not from when it
 * could be sent: what waits because the process was held up has waited.
 */
export async function placeDuring(
  exchange: Exchange,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const waited: number[] = []
  const startedAt = performance.now()
  const done = new AbortController()
  const working = work().finally(() => done.abort())
  const placing: Promise<void>[] = []
  for (let n = 0; !done.signal.aborted; n += 1) {
    const dueAt = startedAt + n * EVERY_MS
    await sleep(Math.max(0, dueAt - performance.now()))
    placing.push(placeOne(exchange, dueAt).then((ms) => void waited.push(ms)))
  }
  await Promise.all([working, ...placing])
  return waited
}

async function placeOne(exchange: Exchange, dueAt: number): Promise<number> {
  const placed = await exchange.place(nextOrder())
  if (placed.outcome !== 'accepted') throw new Error(`Not taken: ${JSON.stringify(placed)}`)
  return performance.now() - dueAt
}
