/** Contenders measured in interleaved rounds on one database server. */

import { Client } from 'pg'
import { median } from '#result.ts'

/** What the servers of the benchmarks are set to, beside what they are in the product. */
export const serverSettings = ['shared_buffers=512MB', 'max_wal_size=4GB', 'min_wal_size=4GB']

const ROUNDS = 3
const WARM_UP_MS = 1_500
const MEASURE_MS = 6_000

/** One writer's step, repeated while the time lasts; answers how many it has done. */
export type Contender = {
  name: string
  writers: number
  /** Before each round of it. */
  prepare?: () => Promise<unknown>
  step: (writer: number) => Promise<number>
  /** What is noted from here on is measured, and nothing before. */
  start?: () => void
  /** What the steps leave for later; its time counts like theirs. */
  finish?: () => Promise<unknown>
}

/** Whatever else the machine does meets all contenders alike. */
export async function measureInRounds(
  contenders: readonly Contender[],
  parts: { settle?: () => Promise<unknown>; of?: number } = {},
): Promise<Record<string, number>> {
  const { settle, of = 1 } = parts
  const rates = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      await settle?.()
      await contender.prepare?.()
      await measure(contender, WARM_UP_MS / of)
      contender.start?.()
      const { rate, finishMs } = await measure(contender, MEASURE_MS / of)
      rates.get(contender.name)?.push(rate)
      const behind = contender.finish ? `, ${Math.round(finishMs)} ms behind` : ''
      console.error(`round ${round + 1}: ${contender.name} ${Math.round(rate)} per second${behind}`)
    }
  }
  return Object.fromEntries([...rates].map(([name, each]) => [name, median(each)]))
}

async function measure(
  { writers, step, finish }: Contender,
  durationMs: number,
): Promise<{ rate: number; finishMs: number }> {
  const startedAt = performance.now()
  let done = 0
  const write = async (writer: number): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      // Not `done += await …`: that reads the sum before it waits, and loses what others add.
      const count = await step(writer)
      done += count
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  const doneAt = performance.now()
  await finish?.()
  const endedAt = performance.now()
  return { rate: (done / (endedAt - startedAt)) * 1_000, finishMs: endedAt - doneAt }
}

export function ratiosTo(peer: string, medians: Record<string, number>): Record<string, number> {
  const base = medians[peer] ?? Number.NaN
  const others = Object.entries(medians).filter(([name]) => name !== peer)
  return Object.fromEntries(others.map(([name, rate]) => [`${name} / ${peer}`, rate / base]))
}

export async function createDatabase(admin: Client, url: string, name: string): Promise<string> {
  await admin.query(`create database ${name}`)
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

/** Of 16 MB each: more than all rounds fill. */
const LOG_FILES = 160

/**
 * Makes the files of the write-ahead log that a server which has run for a while has and reuses: to
 * make one takes longer than a commit. Then a checkpoint, so that nobody starts with clean pages.
 */
export async function settleIn(admin: Client): Promise<void> {
  for (let file = 0; file < LOG_FILES; file++) {
    await admin.query(
      "select pg_logical_emit_message(false, 'bench', 'so that there is something')",
    )
    await admin.query('select pg_switch_wal()')
  }
  await admin.query('checkpoint')
}

export async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}
