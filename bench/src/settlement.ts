/**
 * How many orders a second the exchange settles for good: admitted, held, matched, booked by double
 * entry, committed with fsync. Against TPC-B on the same durable server in the same run. What follows
 * behind the commits runs meanwhile, and its rest at the end counts.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openAppRole } from '@btbc/database/app-role.ts'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { openExchange } from '../../apps/server/src/modules/exchange/open-exchange.ts'
import type { Exchange } from '../../apps/server/src/modules/exchange/exchange.ts'
import { auditHouse } from '#audited.ts'
import { startChores } from '#chores.ts'
import { fundTraders, nextOrder } from '#order-flow.ts'
import {
  connectTo,
  createDatabase,
  measureInRounds,
  ratiosTo,
  serverSettings,
  settleIn,
  type Contender,
} from '#rounds.ts'
import type { BenchResult } from '#result.ts'
import { TPCB_CLIENTS, openTpcb } from '#tpcb.ts'

/** While one burst is being committed the next one waits, as it does under steady load. */
const BURSTS = 2
const BATCHES = [1, 10, 100, 500, 1_000]

export async function run({ of }: { of: number }): Promise<BenchResult> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  // fsync and synchronous_commit are on, as in the product: every answered order is on the disk.
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: serverSettings,
  })
  try {
    const admin = await connectTo(server.url)
    const tpcb = await openTpcb(await createDatabase(admin, server.url, 'tpcb'))
    const booksUrl = await createDatabase(admin, server.url, 'books')
    await migrate(booksUrl)
    const db = openDatabase(await openAppRole(booksUrl))
    await fundTraders(db)
    let exchange = await open(db)
    const stopChores = startChores(db)
    const contenders: Contender[] = [
      {
        name: 'TPC-B',
        writers: TPCB_CLIENTS,
        async step(client) {
          await tpcb.transact(client)
          return 1
        },
      },
      ...BATCHES.map((size) => ({
        name: `batch ${size}`,
        writers: BURSTS,
        async prepare() {
          await exchange.stop()
          exchange = await open(db, size)
        },
        step: () => settleOne(exchange, size),
        // Whoever asks for a member's orders waits for the history: so it is complete after this.
        finish: () => exchange.countEndedOrders(1),
      })),
    ]
    await settleIn(admin)
    const medians = await measureInRounds(contenders, {
      settle: () => exchange.drained(),
      of,
    })
    await exchange.stop()
    await stopChores()
    const findings = await auditHouse(db)
    if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`)
    await Promise.all([tpcb.close(), db.destroy(), admin.end()])
    return { bench: 'settlement', ratios: ratiosTo('TPC-B', medians), medians, unit: 'per second' }
  } finally {
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

/** Takes so many orders into a batch and no more, or bursts that wait would become one. */
async function open(db: Db, batchOrdersMax?: number): Promise<Exchange> {
  return await openExchange({
    db,
    now: () => new Date(),
    owner: 'bench',
    report: (error, what) => console.error(what, error),
    ...(batchOrdersMax !== undefined && { batchOrdersMax }),
  })
}

/** So many orders handed in at once: one batch; answered after its commit. */
async function settleOne(exchange: Exchange, size: number): Promise<number> {
  const outcomes = await Promise.all(
    Array.from({ length: size }, () => exchange.place(nextOrder())),
  )
  const refused = outcomes.find(({ outcome }) => outcome !== 'accepted')
  if (refused) throw new Error(`An order was not taken: ${JSON.stringify(refused)}`)
  return size
}
