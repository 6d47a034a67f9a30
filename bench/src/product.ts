import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { startProduct } from '@btbc/e2e/product.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { peakMb } from '#memory.ts'
import {
  type Contender,
  connectTo,
  createDatabase,
  measureInRounds,
  serverSettings,
  settleIn,
} from '#rounds.ts'
import { TPCB_CLIENTS, openTpcb } from '#tpcb.ts'

/** The whole product in a process of its own, against TPC-B on the same database server. */
export async function measureProduct(
  fill: (db: Db) => Promise<void>,
  openContenders: (
    url: string,
    db: Db,
  ) => Promise<{ all: readonly Contender[]; close: () => void }>,
): Promise<Record<string, number>> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: serverSettings,
  })
  const open: (() => unknown)[] = []
  try {
    const admin = await connectTo(server.url)
    open.push(() => admin.end())
    const tpcb = await openTpcb(await createDatabase(admin, server.url, 'tpcb'))
    open.push(() => tpcb.close())
    const booksUrl = await createDatabase(admin, server.url, 'books')
    await migrate(booksUrl)
    const db = openDatabase(booksUrl, { connectionsMax: 2 })
    open.push(() => db.destroy())
    await fill(db)
    const product = await startProduct(place, {
      DATABASE_URL: booksUrl,
      BTBC_SAMPLE: '0',
      BTBC_LIQUIDITY: '0',
    })
    open.push(() => product.end('SIGTERM'))
    const contenders = await openContenders(product.url, db)
    open.push(contenders.close)
    const transact = async (client: number) => {
      await tpcb.transact(client)
      return 1
    }
    await settleIn(admin)
    const medians = await measureInRounds([
      { name: 'TPC-B', writers: TPCB_CLIENTS, step: transact },
      ...contenders.all,
    ])
    console.error(`peak of the server: ${Math.round(peakMb(product))} MB`)
    await product.end('SIGTERM')
    const findings = await audit(db)
    if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`)
    return medians
  } finally {
    for (const close of open.toReversed()) await close()
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}
