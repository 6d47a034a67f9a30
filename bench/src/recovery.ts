/**
 * How long the exchange takes to be there with many open orders, and how much memory: started in
 * order, and after a kill -9 of the process that owned the markets.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import type { Exchange } from '../../apps/server/src/modules/exchange/exchange.ts'
import { openExchange } from '../../apps/server/src/modules/exchange/open-exchange.ts'
import { auditHouse } from '#audited.ts'
import { fundTraders, nextRestingOrder } from '#order-flow.ts'
import type { BenchResult } from '#result.ts'
import { serverSettings } from '#rounds.ts'

const COUNTS = [100_000, 1_000_000]
const AT_ONCE = 1_000
const LEASE_MS_MAX = 30_000

export async function run(): Promise<BenchResult> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: serverSettings,
  })
  try {
    await migrate(server.url)
    const db = openDatabase(server.url)
    await fundTraders(db)
    const medians: Record<string, number> = {}
    let open = 0
    for (const count of COUNTS) {
      await fill(server.url, count - open)
      open = count
      const first = await startOwner(server.url)
      await end(first.child)
      const second = await startOwner(server.url)
      await end(second.child)
      const orders = `with ${count.toLocaleString('en')} open orders`
      medians[`start ms ${orders}`] = first.readyMs
      medians[`recovery ms after kill -9 ${orders}`] = second.readyMs
      medians[`memory MB ${orders}`] = second.megabytes
    }
    const findings = await auditHouse(db)
    if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`)
    await db.destroy()
    return { bench: 'recovery', ratios: {}, medians, unit: '' }
  } finally {
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

/** Orders that never meet, placed like any others. */
async function fill(url: string, count: number): Promise<void> {
  const db = openDatabase(url)
  const exchange = await openExchange({
    db,
    now: () => new Date(),
    owner: 'filling',
    report: (error, what) => console.error(what, error),
  })
  await placeFirst(exchange)
  for (let placed = 1; placed < count; placed += AT_ONCE) {
    const length = Math.min(AT_ONCE, count - placed)
    const outcomes = await Promise.all(
      Array.from({ length }, () => exchange.place(nextRestingOrder())),
    )
    const refused = outcomes.find(({ outcome }) => outcome !== 'accepted')
    if (refused) throw new Error(`An order was not taken: ${JSON.stringify(refused)}`)
  }
  await exchange.stop()
  await db.destroy()
}

/** The lease of an owner that was killed a moment ago has yet to run out. */
async function placeFirst(exchange: Exchange): Promise<void> {
  const order = nextRestingOrder()
  const until = performance.now() + LEASE_MS_MAX
  while (performance.now() < until) {
    const { outcome } = await exchange.place(order)
    if (outcome === 'accepted') return
    await sleep(50)
  }
  throw new Error('The markets did not come free')
}

type Ready = { readyMs: number; megabytes: number }

/** A process of its own that owns the markets; ready when it has taken an order. */
async function startOwner(url: string): Promise<Ready & { child: ChildProcess }> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'recovery-owner.ts'), url],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())))
    child.once('exit', (code) => reject(new Error(`The owner ended with ${code}`)))
  })
  return { ...ready, child }
}

async function end(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}
