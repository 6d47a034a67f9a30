/** How fast the books take entries, against TPC-B on the same durable server in the same run. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openAppRole } from '@btbc/database/app-role.ts'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { type Account, houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { auditHouse } from '#audited.ts'
import { fillTreasury, postInParts } from '#order-flow.ts'
import type { BenchResult } from '#result.ts'
import {
  type Contender,
  connectTo,
  createDatabase,
  measureInRounds,
  ratiosTo,
  serverSettings,
} from '#rounds.ts'
import { TPCB_CLIENTS, draw, openTpcb } from '#tpcb.ts'

const MEMBERS = 10_000
const WRITERS = TPCB_CLIENTS
/** Batches in flight, as of two markets. */
const BATCH_WRITERS = 2
/** Every so-manyth entry pays the house, the others another member. */
const TO_HOUSE_EVERY = 4
const USDT = currencies.USDT.id
const FEES = houseAccount('fees', USDT)

export async function run(): Promise<BenchResult> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  // fsync and synchronous_commit are on, as in the product: every answered entry is on the disk.
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: serverSettings,
  })
  const open: (() => Promise<unknown>)[] = []
  try {
    const admin = await connectTo(server.url)
    open.push(() => admin.end())
    const tpcb = await openTpcb(await createDatabase(admin, server.url, 'tpcb'))
    open.push(() => tpcb.close())
    const booksUrl = await createDatabase(admin, server.url, 'books')
    await migrate(booksUrl)
    const db = openDatabase(await openAppRole(booksUrl), { connectionsMax: WRITERS })
    open.push(() => db.destroy())
    await fundMembers(db)

    const contenders: Contender[] = [
      {
        name: 'TPC-B',
        writers: TPCB_CLIENTS,
        async step(client) {
          await tpcb.transact(client)
          return 1
        },
      },
      { name: 'post', writers: WRITERS, step: () => postOne(db) },
      { name: 'postBatch 100', writers: BATCH_WRITERS, step: () => postMany(db, 100) },
      { name: 'postBatch 500', writers: BATCH_WRITERS, step: () => postMany(db, 500) },
    ]
    const medians = await measureInRounds(contenders, {
      settle: () => admin.query('checkpoint'),
    })
    const findings = await auditHouse(db)
    if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`)
    return { bench: 'ledger', ratios: ratiosTo('TPC-B', medians), medians, unit: 'per second' }
  } finally {
    await Promise.all(open.map((close) => close()))
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

async function postOne(db: Db): Promise<number> {
  const entry = nextEntry()
  await db.transaction().execute((tx) => post(tx, entry))
  return 1
}

async function postMany(db: Db, count: number): Promise<number> {
  const entries = Array.from({ length: count }, nextEntry)
  await db.transaction().execute((tx) => postBatch(tx, entries))
  return count
}

let entriesMade = 0

function nextEntry(): Entry {
  const n = ++entriesMade
  const payer = draw(MEMBERS)
  const payee = ((payer + draw(MEMBERS - 1) - 1) % MEMBERS) + 1
  const to = n % TO_HOUSE_EVERY === 0 ? FEES : walletOf(payee)
  return {
    key: `bench:${n}`,
    kind: 'transfer.internal',
    at: new Date(),
    memberId: payer,
    moves: [{ from: walletOf(payer), to, amount: BigInt(draw(100)) }],
  }
}

function walletOf(memberId: number): Account {
  return memberAccount(memberId, 'change', USDT)
}

async function fundMembers(db: Db): Promise<void> {
  const at = new Date()
  const grants = Array.from({ length: MEMBERS }, (_, n): Entry => {
    const grant = {
      from: houseAccount('pool:treasury', USDT),
      to: walletOf(n + 1),
      amount: 10n ** 12n,
    }
    return {
      key: `fund:${n}`,
      kind: 'genesis.sample_granted',
      at,
      memberId: n + 1,
      moves: [grant],
    }
  })
  await postInParts(db, [fillTreasury(grants, at), ...grants])
}
