import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { type Product, startProduct } from '@btbc/e2e/product.ts'
import type { Client } from 'pg'
import { auditHouse } from '#audited.ts'
import { giveContacts } from '#members.ts'
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

export type Opened = {
  product: Product
  db: Db
  admin: Client
  /** Where the database server is. */
  serverUrl: string
}

/** The whole product in a process of its own, on books that are filled before and audited after. */
export async function withProduct<T>(
  fill: (db: Db, url: string) => Promise<void>,
  work: (opened: Opened) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: serverSettings,
  })
  const open: (() => unknown)[] = []
  try {
    const admin = await connectTo(server.url)
    open.push(() => admin.end())
    const booksUrl = await createDatabase(admin, server.url, 'books')
    await migrate(booksUrl)
    const db = openDatabase(booksUrl, { connectionsMax: 2 })
    open.push(() => db.destroy())
    await fill(db, booksUrl)
    const product = await startProduct(place, {
      DATABASE_URL: booksUrl,
      BTBC_SAMPLE: '0',
      BTBC_LIQUIDITY: '0',
      ...settings,
    })
    open.push(() => product.end('SIGTERM'))
    await giveContacts(db)
    const done = await work({ product, db, admin, serverUrl: server.url })
    await product.end('SIGTERM')
    const findings = await auditHouse(db)
    if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`)
    return done
  } finally {
    for (const close of open.toReversed()) await close()
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

/** Against TPC-B on the same database server; and the most that the server held in the meantime. */
export async function measureProduct(
  fill: (db: Db) => Promise<void>,
  openContenders: (
    url: string,
    db: Db,
  ) => Promise<{ all: readonly Contender[]; close: () => void }>,
  { of }: { of: number } = { of: 1 },
): Promise<{ medians: Record<string, number>; held: Record<string, number> }> {
  return await withProduct(fill, async ({ product, db, admin, serverUrl }) => {
    const tpcb = await openTpcb(await createDatabase(admin, serverUrl, 'tpcb'))
    const contenders = await openContenders(product.url, db)
    const transact = async (client: number) => {
      await tpcb.transact(client)
      return 1
    }
    try {
      await settleIn(admin)
      const medians = await measureInRounds(
        [{ name: 'TPC-B', writers: TPCB_CLIENTS, step: transact }, ...contenders.all],
        { of },
      )
      return { medians, held: { 'peak MB of the server': peakMb(product) } }
    } finally {
      contenders.close()
      await tpcb.close()
    }
  })
}
