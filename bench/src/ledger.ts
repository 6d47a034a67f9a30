/** How fast the books take entries, against TPC-B on the same durable server in the same run. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Db, openDatabase } from '@btbc/database/database.ts'
import { migrate } from '@btbc/database/migrate.ts'
import { startPostgres } from '@btbc/database/postgres.ts'
import { type Account, houseAccount, memberAccount } from '@btbc/ledger/account.ts'
import { audit } from '@btbc/ledger/audit.ts'
import { postBatch } from '@btbc/ledger/post-batch.ts'
import { type Entry, post } from '@btbc/ledger/post.ts'
import { currencies } from '@btbc/money/currency.ts'
import { Client } from 'pg'
import { type BenchResult, median } from '#result.ts'
import { TPCB_CLIENTS, draw, openTpcb } from '#tpcb.ts'

const MEMBERS = 10_000
const WRITERS = TPCB_CLIENTS
/** Batches in flight, as of two markets. */
const BATCH_WRITERS = 2
const ROUNDS = 3
const WARM_UP_MS = 1_500
const MEASURE_MS = 8_000
/** Every so-manyth entry pays one of these accounts of the house, the others another member. */
const TO_HOUSE_EVERY = 4
const USDT = currencies.USDT.id
const HOUSE = [
  houseAccount('fees', USDT),
  houseAccount('pool:treasury', USDT),
  houseAccount('dust', USDT),
]

/** One writer's step, repeated while the time lasts; answers how many it has done. */
type Step = (writer: number) => Promise<number>
type Contender = { name: string; writers: number; step: Step }

export async function run(): Promise<BenchResult> {
  const place = mkdtempSync(path.join(tmpdir(), 'btbc-bench-'))
  // fsync and synchronous_commit are on, as in the product: every answered entry is on the disk.
  const server = await startPostgres({
    directory: path.join(place, 'postgres'),
    settings: ['shared_buffers=512MB', 'max_wal_size=4GB'],
  })
  const open: (() => Promise<unknown>)[] = []
  try {
    const admin = await connectTo(server.url)
    open.push(() => admin.end())
    const tpcb = await openTpcb(await createDatabase(admin, server.url, 'tpcb'))
    open.push(() => tpcb.close())
    const booksUrl = await createDatabase(admin, server.url, 'books')
    await migrate(booksUrl)
    const db = openDatabase(booksUrl, { connectionsMax: WRITERS })
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
    const medians = await measureInRounds(contenders, () => admin.query('checkpoint'))
    const findings = await audit(db)
    if (findings.length > 0) throw new Error(`The books are wrong: ${JSON.stringify(findings)}`)
    return { bench: 'ledger', ratios: ratiosTo('TPC-B', medians), medians, unit: 'per second' }
  } finally {
    await Promise.all(open.map((close) => close()))
    await server.stop()
    rmSync(place, { recursive: true, force: true })
  }
}

/** Rounds are interleaved, so that whatever else the machine does meets all contenders alike. */
async function measureInRounds(
  contenders: readonly Contender[],
  settle: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const rates = new Map(contenders.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const contender of contenders) {
      await settle()
      await measure(contender, WARM_UP_MS)
      const rate = await measure(contender, MEASURE_MS)
      rates.get(contender.name)?.push(rate)
      console.error(`round ${round + 1}: ${contender.name} ${Math.round(rate)} per second`)
    }
  }
  return Object.fromEntries([...rates].map(([name, each]) => [name, median(each)]))
}

async function measure({ writers, step }: Contender, durationMs: number): Promise<number> {
  const startedAt = performance.now()
  let done = 0
  const write = async (writer: number): Promise<void> => {
    while (performance.now() - startedAt < durationMs) {
      // Not `done += await …`, which would forget what the others did meanwhile.
      const entries = await step(writer)
      done += entries
    }
  }
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)))
  return (done / (performance.now() - startedAt)) * 1_000
}

function ratiosTo(peer: string, medians: Record<string, number>): Record<string, number> {
  const base = medians[peer] ?? Number.NaN
  const others = Object.entries(medians).filter(([name]) => name !== peer)
  return Object.fromEntries(others.map(([name, rate]) => [`${name} / ${peer}`, rate / base]))
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
  const house = n % TO_HOUSE_EVERY === 0 ? HOUSE[draw(HOUSE.length) - 1] : undefined
  const to = house ?? walletOf(payee)
  return {
    key: `bench:${n}`,
    kind: 'genesis.sample_granted',
    at: new Date(),
    memberId: payer,
    moves: [{ from: walletOf(payer), to, amount: BigInt(draw(100)) }],
  }
}

function walletOf(memberId: number): Account {
  return memberAccount(memberId, 'change', USDT)
}

async function fundMembers(db: Db): Promise<void> {
  const chain = houseAccount('chain', USDT)
  const entries = Array.from({ length: MEMBERS }, (_, n): Entry => {
    const moves = [{ from: chain, to: walletOf(n + 1), amount: 10n ** 12n }]
    return { key: `fund:${n}`, kind: 'genesis.sample_granted', at: new Date(), moves }
  })
  await db.transaction().execute((tx) => postBatch(tx, entries))
}

async function createDatabase(admin: Client, url: string, name: string): Promise<string> {
  await admin.query(`create database ${name}`)
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}
